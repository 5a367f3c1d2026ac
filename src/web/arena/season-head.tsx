/** The head of the arena: which season, its phase, and the time left. */
import type { SeasonAnswer } from '../../wire/competition/season.ts';
import { Select } from '../parts/controls.tsx';
import { Facts } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { formatLength, formatMoment } from './figures.ts';
import { chooseSeason } from './season-feed.ts';
import { venueNow } from './venue-time.ts';

export function SeasonHead({ of }: { of: SeasonAnswer }) {
  return (
    <header class="season-head">
      <div class="season-title">
        <span class={`phase ${of.phase}`}>{sayArena(`phase:${of.phase}`)}</span>
        <h1>{of.name}</h1>
        <p class="muted">{noteOf(of)}</p>
      </div>
      <Countdown of={of} />
      <Facts
        look="season-facts"
        rows={[
          [sayArena('teams'), of.entrants],
          [sayArena('starts'), formatMoment(of.startedAt ?? of.startAt)],
          [sayArena('ends'), formatMoment(of.endedAt ?? of.endAt)],
        ]}
      />
      <div class="season-tools">
        <SeasonChoice of={of} />
      </div>
    </header>
  );
}

/** One line that explains the current phase to the public. */
function noteOf(of: SeasonAnswer): string {
  const applied = Object.values(of.registrations).reduce((sum, count) => sum + count, 0);
  switch (of.phase) {
    case 'enrolling':
    case 'ready':
      return of.registrationOpen
        ? sayArena('registrationOpen', { count: applied })
        : sayArena('registrationClosed');
    case 'active':
      return isFrozen(of)
        ? sayArena('frozen')
        : of.leaderboardDelayMillis > 0
          ? sayArena('delayed', { delay: formatLength(of.leaderboardDelayMillis) })
          : '';
    case 'ended':
      return of.leaderboardFreezeMillis > 0 ? sayArena('frozen') : sayArena('provisional');
    case 'closed':
      return sayArena('finalText');
  }
}

const isFrozen = ({ leaderboardFreezeMillis, endAt, now }: SeasonAnswer): boolean =>
  leaderboardFreezeMillis > 0 && now > endAt - leaderboardFreezeMillis;

const PARTS = [
  { word: 'days', millis: 86_400_000 },
  { word: 'hours', millis: 3_600_000 },
  { word: 'minutes', millis: 60_000 },
  { word: 'seconds', millis: 1_000 },
] as const;

export function Countdown({ of }: { of: SeasonAnswer }) {
  const isOver = of.phase === 'ended' || of.phase === 'closed';
  if (isOver)
    return (
      <div class="column countdown over">
        <small>{sayArena('over')}</small>
        <strong>{formatMoment(of.endedAt ?? of.endAt)}</strong>
      </div>
    );
  const isRunning = of.phase === 'active';
  const until = isRunning ? of.endAt : of.startAt;
  let rest = until - venueNow.value;
  if (rest <= 0)
    return (
      <div class="column countdown">
        <small>{sayArena(isRunning ? 'endedSoon' : 'startedSoon')}</small>
      </div>
    );
  return (
    <div class="column countdown" role="timer">
      <small>{sayArena(isRunning ? 'endsIn' : 'startsIn')}</small>
      <div class="countdown-parts">
        {PARTS.map(({ word, millis }) => {
          const count = Math.floor(rest / millis);
          rest -= count * millis;
          return (
            <span key={word}>
              <strong>{String(count).padStart(2, '0')}</strong>
              <small>{sayArena(word)}</small>
            </span>
          );
        })}
      </div>
    </div>
  );
}

function SeasonChoice({ of }: { of: SeasonAnswer }) {
  const newest = Math.max(...of.seasons);
  if (of.seasons.length < 2) return null;
  return (
    <Select
      label={sayArena('season')}
      value={String(of.season)}
      options={of.seasons.toReversed().map((number) => ({
        value: String(number),
        label: `${sayArena('season')} ${number}`,
      }))}
      choose={(value) => chooseSeason(Number(value) === newest ? undefined : Number(value))}
    />
  );
}
