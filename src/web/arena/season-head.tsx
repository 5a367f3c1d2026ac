/** The head of the arena: which season, its phase, and the time left. */
import { Icon } from '../parts/icon.tsx';
import { type ArenaWord, tell } from './arena-words.ts';
import { lengthOf, moment } from './figures.ts';
import { chooseSeason, type Season } from './season-feed.ts';
import { venueNow } from './venue-time.ts';

const PHASE_WORDS: Readonly<Record<Season['phase'], ArenaWord>> = {
  enrolling: 'phaseEnrolling',
  ready: 'phaseReady',
  active: 'phaseActive',
  ended: 'phaseEnded',
  closed: 'phaseClosed',
};

export function SeasonHead({ of }: { of: Season }) {
  return (
    <header class="season-head">
      <div class="season-title">
        <span class={`phase ${of.phase}`}>{tell(PHASE_WORDS[of.phase])}</span>
        <h1>{of.name}</h1>
        <p class="muted">{noteOf(of)}</p>
      </div>
      <Countdown of={of} />
      <dl class="season-facts">
        <Fact label={tell('teams')} value={String(of.entrants)} />
        <Fact label={tell('starts')} value={moment(of.startedAt ?? of.startAt)} />
        <Fact label={tell('ends')} value={moment(of.endedAt ?? of.endAt)} />
      </dl>
      <div class="season-tools">
        <SeasonChoice of={of} />
        <FullScreen />
      </div>
    </header>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

/** One line that explains the current phase to the public. */
function noteOf(of: Season): string {
  const applied = Object.values(of.registrations).reduce((sum, count) => sum + count, 0);
  switch (of.phase) {
    case 'enrolling':
    case 'ready':
      return of.registrationOpen
        ? tell('registrationOpen', { count: applied })
        : tell('registrationClosed');
    case 'active':
      return isFrozen(of)
        ? tell('frozen')
        : of.leaderboardDelayMillis > 0
          ? tell('delayed', { delay: lengthOf(of.leaderboardDelayMillis) })
          : '';
    case 'ended':
      return of.leaderboardFreezeMillis > 0 ? tell('frozen') : tell('provisional');
    case 'closed':
      return tell('finalText');
  }
}

const isFrozen = ({ leaderboardFreezeMillis, endAt, now }: Season): boolean =>
  leaderboardFreezeMillis > 0 && now > endAt - leaderboardFreezeMillis;

const PARTS = [
  { word: 'days', millis: 86_400_000 },
  { word: 'hours', millis: 3_600_000 },
  { word: 'minutes', millis: 60_000 },
  { word: 'seconds', millis: 1_000 },
] as const;

function Countdown({ of }: { of: Season }) {
  const isOver = of.phase === 'ended' || of.phase === 'closed';
  if (isOver)
    return (
      <div class="countdown over">
        <span class="countdown-word">{tell('over')}</span>
        <strong>{moment(of.endedAt ?? of.endAt)}</strong>
      </div>
    );
  const isRunning = of.phase === 'active';
  const until = isRunning ? of.endAt : of.startAt;
  let rest = until - venueNow.value;
  if (rest <= 0)
    return (
      <div class="countdown">
        <span class="countdown-word">{tell(isRunning ? 'endedSoon' : 'startedSoon')}</span>
      </div>
    );
  return (
    <div class="countdown" role="timer">
      <span class="countdown-word">{tell(isRunning ? 'endsIn' : 'startsIn')}</span>
      <div class="countdown-parts">
        {PARTS.map(({ word, millis }) => {
          const count = Math.floor(rest / millis);
          rest -= count * millis;
          return (
            <span key={word}>
              <strong>{String(count).padStart(2, '0')}</strong>
              <small>{tell(word)}</small>
            </span>
          );
        })}
      </div>
    </div>
  );
}

function SeasonChoice({ of }: { of: Season }) {
  const newest = Math.max(...of.seasons);
  if (of.seasons.length < 2) return null;
  return (
    <select
      class="small-select"
      aria-label={tell('season')}
      value={String(of.season)}
      onChange={(event) => {
        const number = Number(event.currentTarget.value);
        chooseSeason(number === newest ? undefined : number);
      }}
    >
      {[...of.seasons].reverse().map((number) => (
        <option key={number} value={String(number)}>
          {tell('season')} {number}
        </option>
      ))}
    </select>
  );
}

const FullScreen = () => (
  <button
    type="button"
    class="plain full-screen"
    aria-label={tell('projector')}
    title={tell('projector')}
    onClick={() => {
      if (document.fullscreenElement === null) void document.documentElement.requestFullscreen();
      else void document.exitFullscreen();
    }}
  >
    <Icon name="wide" />
  </button>
);
