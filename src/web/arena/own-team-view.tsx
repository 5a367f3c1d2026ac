/** A team's own page: what became of its registration, step by step, as it happens. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CredentialsRecord, RegistrationRecord } from '../../wire/competition/registration.ts';
import type { SeasonAnswer } from '../../wire/competition/season.ts';
import { keepAsking } from '../parts/again.ts';
import { Button, FaultText, put, SendForm, ViewLink } from '../parts/controls.tsx';
import { CredentialsList } from '../parts/credentials-list.tsx';
import { amount, percent } from '../parts/numbers.ts';
import { Loading, Sheet } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { askAsTeam, type Claim, findClaim, ownClaim } from './claim.ts';
import { formatMoment } from './figures.ts';
import { teamPath } from './leaderboard.tsx';
import { board } from './season-feed.ts';

const EVERY = 2_000;

export function OwnTeamView({ of }: { of: SeasonAnswer }) {
  const own = ownClaim.value;
  return own === undefined ? <EnterClaim /> : <OwnTeam key={own.id} own={own} of={of} />;
}

function EnterClaim({ problem }: { problem?: string }) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState(problem);
  const open = (): void => {
    const found = findClaim(typed);
    if (found === undefined) setFault(sayArena('claimMalformed'));
    else ownClaim.value = found;
  };
  return (
    <Sheet title={sayArena('enterClaim')} class="team-form">
      <p>{sayArena('enterClaimText')}</p>
      <SendForm send={open} label={sayArena('open')} isReady={typed.trim() !== ''}>
        <div class="column form-field">
          <label for="own-claim">{sayArena('claim')}</label>
          <input
            id="own-claim"
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <FaultText text={fault} />
      </SendForm>
    </Sheet>
  );
}

/** Read again while it is shown; undefined before the first answer, null if there is none. */
function useRegistration(own: Claim): RegistrationRecord | null | undefined {
  const [found, set] = useState<RegistrationRecord | null | undefined>(undefined);
  useEffect(() => {
    const ask = () => askAsTeam<RegistrationRecord>(`/${own.id}`, { own });
    return keepAsking(ask, (answer) => {
      if (answer.ok) set(answer.value);
      // A proxy that finds no venue says 404 too, but nothing in our words.
      const isUnknown = !answer.ok && answer.status === 404 && answer.message !== '';
      if (isUnknown) set(null);
      return isUnknown ? undefined : EVERY;
    });
  }, [own]);
  return found;
}

function OwnTeam({ own, of }: { own: Claim; of: SeasonAnswer }) {
  const found = useRegistration(own);
  if (found === undefined) return <Loading />;
  if (found === null) return <EnterClaim problem={sayArena('claimWrong')} />;
  const { qualification, state } = found;
  const isApproved = state === 'approved';
  const missing = qualification.filter(({ at }) => at === null).length;
  return (
    <div class="own-team">
      <section class="column sheet" aria-label={sayArena('stepsTitle')}>
        <header class="ends own-head">
          <h2>{found.team}</h2>
          <Button label={sayArena('forget')} act={put(ownClaim, undefined)} />
        </header>
        <ol class="own-steps">
          <Step title={sayArena('stepRegistered')} isDone>
            <p>
              {sayArena('stepRegisteredText', {
                members: found.members.join(', '),
                addresses: found.addresses.join(', '),
              })}
            </p>
          </Step>
          <Decision of={found} />
          <Step title={sayArena('credentials')} isDone={found.credentialsCollected}>
            {isApproved ? <Credentials own={own} isCollected={found.credentialsCollected} /> : null}
          </Step>
          <Step title={sayArena('stepQualified')} isDone={isApproved && missing === 0}>
            {isApproved ? <Qualification of={found} phase={of.phase} /> : null}
          </Step>
        </ol>
      </section>
      <div class="stack">
        <OwnStanding team={found.team} />
        <Logs of={found} />
      </div>
    </div>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

const Step = ({ title, isDone, children }: StepProps) => (
  <li class={isDone ? 'own-step done' : 'own-step'}>
    <h3>
      <span aria-hidden="true">{isDone ? '✓' : '○'}</span> {title}
      {isDone ? null : <span class="unseen">: {sayArena('missing')}</span>}
    </h3>
    {children}
  </li>
);

function Decision({ of: { state, reason, account } }: { of: RegistrationRecord }) {
  if (state === 'rejected' || state === 'withdrawn')
    return (
      <Step title={sayArena(state)} isDone={false}>
        <p class="fault">{reason}</p>
      </Step>
    );
  const isApproved = state === 'approved';
  return (
    <Step title={sayArena('stepApproved')} isDone={isApproved}>
      <p role="status">
        {isApproved
          ? sayArena('approvedText', { account: account ?? '' })
          : sayArena('waitingText')}
      </p>
    </Step>
  );
}

function Credentials({ own, isCollected }: { own: Claim; isCollected: boolean }) {
  const [issued, setIssued] = useState<CredentialsRecord | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const collect = async (): Promise<void> => {
    const path = `/${own.id}/credentials`;
    const answer = await askAsTeam<CredentialsRecord>(path, { body: {}, own });
    if (answer.ok) setIssued(answer.value);
    else setFault(answer.message || sayArena('noAnswer'));
  };
  if (issued !== undefined)
    return (
      <CredentialsList
        of={issued}
        words={{
          title: sayArena('credentials'),
          once: sayArena('credentialsOnce'),
          copyAll: sayArena('copyAll'),
        }}
      />
    );
  if (isCollected) return <p>{sayArena('collectedText')}</p>;
  return (
    <>
      <p>{sayArena('collectText')}</p>
      <FaultText text={fault} />
      <Button look="main-button" label={sayArena('collect')} act={collect} />
    </>
  );
}

interface QualificationProps {
  readonly of: RegistrationRecord;
  readonly phase: SeasonAnswer['phase'];
}

function Qualification({ of: { qualification }, phase }: QualificationProps) {
  const count = qualification.length;
  const done = qualification.filter(({ at }) => at !== null).length;
  const isOver = phase !== 'enrolling' && done < count;
  return (
    <>
      {done === count ? null : (
        <p>{isOver ? sayArena('qualifyOver') : sayArena('qualifyText', { done, count })}</p>
      )}
      <ul class="own-qualification" aria-live="polite">
        {qualification.map(({ step, at, evidence }) => (
          <li key={step} class={at === null ? 'muted' : 'up'} data-step={step}>
            <span aria-hidden="true">{at === null ? '·' : '✓'}</span> {sayArena(`step:${step}`)}
            <small>{at === null ? sayArena('missing') : `${formatMoment(at)} · ${evidence}`}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function OwnStanding({ team }: { team: string }) {
  const row = board.value?.standings.find((standing) => standing.team === team);
  return (
    <Sheet title={sayArena('standing')}>
      {row === undefined ? (
        <p>{sayArena('standingNone')}</p>
      ) : (
        <>
          <p>
            {sayArena('standingText', {
              rank: row.rank ?? '–',
              equity: amount(row.equity),
              roi: percent(row.roi),
            })}
          </p>
          <ViewLink to={teamPath(team)}>{sayArena('toFigures')}</ViewLink>
        </>
      )}
    </Sheet>
  );
}

function Logs({ of: { aiLogs } }: { of: RegistrationRecord }) {
  const { required, missing, orders } = aiLogs;
  const word = required ? (missing === 0 ? 'aiLogFine' : 'aiLogMissing') : 'aiLogFree';
  return (
    <Sheet title={sayArena('aiLogs')}>
      <p class={required && missing > 0 ? 'warn' : ''}>{sayArena(word, { count: missing })}</p>
      {orders.length === 0 ? null : (
        <ul class="own-owed" aria-label={sayArena('owedOrders')}>
          {orders.map(({ order, placedAt, loggedAt }) => (
            <li key={order}>
              {sayArena('owedOrder', { order, time: formatMoment(placedAt) })}
              <small>
                {loggedAt === null
                  ? sayArena('owedStill')
                  : sayArena('owedLate', { time: formatMoment(loggedAt) })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
