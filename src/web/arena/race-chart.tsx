/** The leaders' equity side by side, with a legend that shows their figures at a moment. */
import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Button, put } from '../parts/controls.tsx';
import { amount } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { formatMoment } from './figures.ts';
import { LineChart, seriesStyle } from './line-chart.tsx';
import { board, curves, RACING_MAX, racing, season } from './season-feed.ts';

/** The team under the pointer. */
export const marked = signal<string | undefined>(undefined);

/** The place of the moment that a season that is over is looked at; the end where undefined. */
const replayed = signal<number | undefined>(undefined);
export const replayedAt = computed(() =>
  replayed.value === undefined ? undefined : race.value.at[replayed.value],
);

export function RaceChart() {
  const [pointed, setPlace] = useState<number | undefined>(undefined);
  const { at, lines } = race.value;
  const place = pointed ?? replayed.value;
  const isChosen = racing.value.length > 0;
  const shownAt = at[place ?? at.length - 1];
  const isMarked = lines.some(({ team }) => team === marked.value);
  return (
    <section class="race" aria-label={sayArena('race')}>
      <header class="ends board-head">
        <h2>{sayArena(isChosen ? 'raceChosen' : 'race')}</h2>
        {isChosen ? (
          <Button look="quiet tiny" label={sayArena('raceLeaders')} act={put(racing, [])} />
        ) : null}
        <span class="muted">{shownAt === undefined ? '' : formatMoment(shownAt)}</span>
      </header>
      {at.length < 2 ? (
        <Empty text={sayArena('noCurve')} />
      ) : (
        <>
          <LineChart
            label={sayArena('raceText', {
              from: formatMoment(at[0] ?? 0),
              to: formatMoment(at.at(-1) ?? 0),
              leader: lines[0]?.team ?? '',
              equity: amount(lines[0]?.equity.at(-1) ?? '0'),
            })}
            at={at}
            lines={lines.map(({ team, series, equity }) => ({
              name: team,
              series,
              values: equity.map(Number),
            }))}
            base={Number(season.value?.wallet ?? 0)}
            marked={isMarked ? marked.value : undefined}
            point={setPlace}
            chosen={replayed.value}
          />
          <Replay last={at.length - 1} />
          <ol class="race-legend">
            {lines.map(({ team, series, equity }) => (
              <li key={team} style={seriesStyle(series)}>
                <span class="swatch" aria-hidden="true" />
                <span class="legend-name">{team}</span>
                <span class="legend-value">
                  {amount(equity[place ?? equity.length - 1] ?? '0')}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Through a season that is over, moment by moment. */
function Replay({ last }: { last: number }) {
  const phase = season.value?.phase;
  const isOver = phase === 'ended' || phase === 'closed';
  useEffect(() => put(replayed, undefined), []);
  if (!isOver) return null;
  const place = Math.min(replayed.value ?? last, last);
  return (
    <input
      type="range"
      aria-label={sayArena('replay')}
      max={last}
      value={place}
      style={{ '--share': place / last }}
      onInput={({ currentTarget }) => {
        const to = Number(currentTarget.value);
        replayed.value = to === last ? undefined : to;
      }}
    />
  );
}

/** Samples are a minute apart; the end of a season may lie between two, and settles positions. */
export const race = computed(() => {
  const { at = [], curves: all = [] } = curves.value ?? {};
  const { standings = [], shownAt = null } = board.value ?? {};
  const places = new Map(standings.map(({ team }, place) => [team, place]));
  const placeOfTeam = (team: string): number => places.get(team) ?? standings.length;
  const chosen = racing.value;
  const leaders = all
    .filter(({ team }) => chosen.length === 0 || chosen.includes(team))
    .toSorted((one, other) => placeOfTeam(one.team) - placeOfTeam(other.team))
    .slice(0, RACING_MAX);
  const last = at.at(-1);
  const end = last !== undefined && shownAt !== null && shownAt > last ? [shownAt] : [];
  return {
    at: [...at, ...end],
    lines: leaders.map(({ team, equity }, place) => {
      const shown = standings[placeOfTeam(team)]?.equity ?? equity.at(-1) ?? '0';
      const before = end.length > 0 ? equity : equity.slice(0, -1);
      // By its series it has one colour in the chart, the legend and the table.
      return { team, series: place + 1, equity: [...before, shown] };
    }),
  };
});

export const raceColour = (team: string): number | undefined =>
  race.value.lines.find((line) => line.team === team)?.series;
