/**
 * The arena on the wall of a hall: one thing at a time, in letters that read from ten metres. It
 * goes on by itself, and anybody can stop it.
 */
import { useEffect, useState } from 'preact/hooks';
import type { StandingRecord } from '../../wire/competition/standings.ts';
import { Button, ViewLink } from '../parts/controls.tsx';
import { amount, percent, tone } from '../parts/numbers.ts';
import { Loading } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { boardEvents, moves, risersIn } from './board-events.ts';
import { formatMinute } from './figures.ts';
import { Medal, Move } from './leaderboard.tsx';
import { RaceChart } from './race-chart.tsx';
import { board, curves, season } from './season-feed.ts';
import { Countdown } from './season-head.tsx';

export const PROJECTOR_PATH = '/arena/projector';

const SLIDE_MILLIS = 12_000;
/** As many rows as fit at a size that reads from afar, and pages of them before the race. */
const ROWS = 8;
const PAGES_MAX = 3;

type Slide =
  | { readonly kind: 'board'; readonly from: number }
  | { readonly kind: 'race' | 'risers' | 'events' };

function slidesOf(count: number): readonly Slide[] {
  const pages = Math.min(PAGES_MAX, Math.max(1, Math.ceil(count / ROWS)));
  const boards = Array.from({ length: pages }, (_, page) => ({
    kind: 'board' as const,
    from: page * ROWS,
  }));
  return [...boards, { kind: 'race' }, { kind: 'risers' }, { kind: 'events' }];
}

export function Projector() {
  const [place, setPlace] = useState(0);
  const [isGoing, setGoing] = useState(true);
  useEffect(() => {
    if (!isGoing) return;
    const timer = setTimeout(() => setPlace(place + 1), SLIDE_MILLIS);
    return () => clearTimeout(timer);
  }, [place, isGoing]);
  const now = season.value;
  if (now === undefined) return <Loading />;
  const slides = slidesOf(board.value?.standings.length ?? 0);
  const slide = slides[place % slides.length] ?? { kind: 'events' };
  return (
    <main id="main" class="projector" data-slide={slide.kind}>
      <header class="ends wall-head">
        <h1>{now?.name ?? sayArena('noSeason')}</h1>
        {now === null ? null : <Countdown of={now} />}
      </header>
      {now === null ? null : <Shown slide={slide} />}
      <footer class="wall-tools">
        <Button label={sayArena(isGoing ? 'pause' : 'slideGo')} act={() => setGoing(!isGoing)} />
        <Button label={sayArena('next')} act={() => setPlace(place + 1)} />
        <Button icon="wide" label={sayArena('fullScreen')} act={switchFullScreen} />
        <ViewLink class="quiet" to="/arena">
          {sayArena('leaveProjector')}
        </ViewLink>
      </footer>
    </main>
  );
}

function Shown({ slide }: { slide: Slide }) {
  switch (slide.kind) {
    case 'board':
      return <BoardSlide from={slide.from} />;
    case 'race':
      return <RaceChart />;
    case 'risers':
      return <RisersSlide />;
    case 'events':
      return <EventsSlide />;
  }
}

function BoardSlide({ from }: { from: number }) {
  const all = board.value?.standings ?? [];
  const rows = all.slice(from, from + ROWS);
  const title = sayArena('slideBoard', { from: from + 1, to: from + rows.length });
  return (
    <section class="wall" aria-label={title}>
      <h2>{rows.length === 0 ? sayArena('beforeStart') : title}</h2>
      <ol class="wall-rows" start={from + 1}>
        {rows.map((row) => (
          <WallRow key={row.team} row={row} />
        ))}
      </ol>
    </section>
  );
}

function WallRow({ row }: { row: StandingRecord }) {
  return (
    <li class="wall-row">
      <Medal row={row} />
      <Move by={moves.value.get(row.team) ?? 0} />
      <span class="wall-team">
        {row.team}
        {row.idle ? <span class="wall-idle muted"> · {sayArena('idle')}</span> : null}
      </span>
      <span class="wall-equity">{amount(row.equity)}</span>
      <span class={`wall-roi ${tone(row.roi)}`}>{percent(row.roi)}</span>
    </li>
  );
}

function RisersSlide() {
  const rows = risersIn(curves.value ?? { at: [], curves: [] }).slice(0, ROWS);
  return (
    <section class="wall" aria-label={sayArena('slideRisers')}>
      <h2>{sayArena('slideRisers')}</h2>
      {rows.length === 0 ? <p class="wall-none">{sayArena('noRisers')}</p> : null}
      <ol class="wall-rows">
        {rows.map(({ team, gain }, place) => (
          <li key={team} class="wall-row wall-riser">
            <span class="place">{place + 1}</span>
            <span class="wall-team">{team}</span>
            <span class="wall-roi up">{percent(String(gain))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function EventsSlide() {
  const events = boardEvents.value.slice(0, ROWS);
  return (
    <section class="wall" aria-label={sayArena('slideEvents')}>
      <h2>{sayArena('slideEvents')}</h2>
      {events.length === 0 ? <p class="wall-none">{sayArena('noEvents')}</p> : null}
      <ol class="wall-rows">
        {events.map(({ at, kind, team, more }) => (
          <li key={`${at} ${kind} ${team}`} class={`wall-row wall-event ${kind}`}>
            <span class="muted">{formatMinute(at)}</span>
            <span class="wall-team">{sayArena(`event:${kind}`, { team, more })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const switchFullScreen = (): Promise<void> =>
  document.fullscreenElement === null
    ? document.documentElement.requestFullscreen()
    : document.exitFullscreen();
