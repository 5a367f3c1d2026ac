/** The season: its phase, the next step, and the consequences. */
import type { ComponentChildren } from 'preact';
import { formatMoment } from '../arena/figures.ts';
import { CopyButton } from '../parts/credentials-list.tsx';
import { amount } from '../parts/numbers.ts';
import { Facts, Loading, Sheet } from '../parts/panel.tsx';
import { ActButton } from './act.tsx';
import { tell } from './console-words.ts';
import { overview } from './overview-feed.ts';
import { Places, Readiness, type SeasonState } from './places.tsx';
import { ReadingState, useReading } from './reading.tsx';
import {
  AttestationSheet,
  attestation,
  closing,
  creating,
  ending,
  publishing,
  registering,
  resetting,
  starting,
} from './season-acts.tsx';

const PHASES = ['enrolling', 'ready', 'active', 'ended', 'closed'] as const;

export function SeasonView() {
  const reading = useReading<SeasonState>('/competition');
  const now = overview.value?.venueNow;
  if (reading.isMissing && now !== undefined) return <NoSeason now={now} />;
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const season = reading.value;
  return (
    <div class="stack">
      <Sheet title={`${season.season}. ${season.name}`}>
        <Phases phase={season.phase} />
        <Facts
          look="facts"
          rows={[
            [tell('entrants'), season.entrants],
            [tell('startingBalance'), `${amount(season.wallet)} USDT`],
            [tell('starts'), formatMoment(season.startedAt ?? season.startAt)],
            [tell('ends'), formatMoment(season.endedAt ?? season.endAt)],
            [tell('venueTimeNow'), formatMoment(season.now)],
          ]}
        />
      </Sheet>
      <Sheet title={tell('whatNext')}>
        {season.phase === 'enrolling' ? <Places of={season} /> : null}
        {season.phase === 'enrolling' || season.phase === 'ready' ? (
          <Readiness of={season} />
        ) : null}
        <Next of={season} />
      </Sheet>
      {attestation.value?.season === season.season ? (
        <AttestationSheet of={attestation.value} />
      ) : null}
    </div>
  );
}

function NoSeason({ now }: { now: number }) {
  return (
    <section class="column sheet" aria-label={tell('season')}>
      <h2>{tell('noSeason')}</h2>
      <p class="muted">{tell('noSeasonText')}</p>
      <div class="acts">
        <ActButton label={tell('createSeason')} act={() => creating(now)} kind="main" />
      </div>
    </section>
  );
}

function Phases({ phase }: { phase: SeasonState['phase'] }) {
  const here = PHASES.indexOf(phase);
  return (
    <ol class="phases">
      {PHASES.map((name, place) => (
        <li
          key={name}
          class={place < here ? 'past' : place === here ? 'here' : ''}
          aria-current={place === here ? 'step' : undefined}
        >
          {tell(`phase:${name}`)}
        </li>
      ))}
    </ol>
  );
}

function Next({ of }: { of: SeasonState }) {
  switch (of.phase) {
    case 'enrolling':
      return <WhileEnrolling of={of} />;
    case 'ready':
      return (
        <Step text={tell('startHint', { time: formatMoment(of.startAt) })}>
          <ActButton label={tell('start')} act={() => starting(of)} kind="main" />
        </Step>
      );
    case 'active':
      return (
        <Step text={tell('endHint', { time: formatMoment(of.endAt) })}>
          <ActButton label={tell('end')} act={() => ending(of)} kind="danger" />
        </Step>
      );
    case 'ended':
      return (
        <Step text={tell('closeHint')}>
          <ActButton label={tell('closeSeason')} act={() => closing()} kind="main" />
        </Step>
      );
    case 'closed':
      return <WhenClosed of={of} />;
  }
}

function Step({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <div class="ends next-step">
      <p>{text}</p>
      <div class="acts">{children}</div>
    </div>
  );
}

function WhileEnrolling({ of }: { of: SeasonState }) {
  return (
    <>
      <Step text={tell(of.registrationOpen ? 'registrationIs' : 'registrationIsNot')}>
        <ActButton
          label={tell(of.registrationOpen ? 'closeRegistration' : 'openRegistration')}
          act={() => registering(of)}
        />
      </Step>
      <Step text={tell('resetHint', { count: of.entrants })}>
        <ActButton
          label={tell('reset')}
          act={() => resetting(of)}
          kind="main"
          obstacle={of.entrants === 0 ? tell('noEntrants') : undefined}
        />
      </Step>
    </>
  );
}

const PUBLICATION_EVERY = 1_000;

interface Publication {
  readonly possible: boolean;
  readonly publication: {
    readonly season: number;
    readonly step: 'publishing' | 'verifying' | 'done' | 'failed';
    readonly lines: readonly string[];
    readonly folder: string;
  } | null;
}

const PUBLICATION_WORDS = {
  publishing: 'publishing',
  verifying: 'verifying',
  done: 'published',
  failed: 'publishFailed',
} as const;

/** The button, and then what the program says. */
function Publishing({ season }: { season: number }) {
  const { value } = useReading<Publication>('/competition/publication', PUBLICATION_EVERY);
  if (value === undefined || !value.possible) return null;
  const shown = value.publication?.season === season ? value.publication : null;
  const isBusy = shown?.step === 'publishing' || shown?.step === 'verifying';
  return (
    <div class="publication stack" role="status">
      {shown === null ? null : (
        <>
          <p class={shown.step === 'done' ? 'good' : shown.step === 'failed' ? 'fault' : ''}>
            {isBusy ? <span class="spinner" aria-hidden="true" /> : null}{' '}
            <strong>{tell(PUBLICATION_WORDS[shown.step])}</strong>
          </p>
          {shown.step === 'done' ? <p>{tell('resultFolder', { folder: shown.folder })}</p> : null}
          <pre class="said">{shown.lines.join('\n')}</pre>
        </>
      )}
      {isBusy || shown?.step === 'done' ? null : (
        <div class="acts">
          <ActButton label={tell('publishPage')} act={publishing} kind="main" />
        </div>
      )}
    </div>
  );
}

function WhenClosed({ of }: { of: SeasonState }) {
  const now = overview.value?.venueNow;
  const publish = `npx perpetua competition publish --season ${of.season} --out result`;
  const verify = 'npx perpetua competition verify result';
  return (
    <>
      <Publishing season={of.season} />
      <p>{tell('publishHint')}</p>
      {[publish, verify].map((command) => (
        <div key={command} class="command">
          <code>{command}</code>
          <CopyButton text={command} of={command} />
        </div>
      ))}
      {now === undefined ? (
        <Loading />
      ) : (
        <div class="acts">
          <ActButton label={tell('createSeason')} act={() => creating(now)} />
        </div>
      )}
    </>
  );
}
