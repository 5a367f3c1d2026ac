/** The leaders' equity side by side, with a legend that shows their figures at a moment. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Empty } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { amount, formatMoment } from './figures.ts';
import { LineChart } from './line-chart.tsx';
import { curves, RACING_MAX, racing, season } from './season-feed.ts';

/** The team under the pointer. */
export const marked = signal<string | undefined>(undefined);

export function RaceChart() {
  const [place, setPlace] = useState<number | undefined>(undefined);
  const { at = [], curves: all = [] } = curves.value ?? {};
  const isChosen = racing.value.length > 0;
  const leaders = isChosen
    ? all.filter(({ team }) => racing.value.includes(team))
    : all.slice(0, RACING_MAX);
  const lines = leaders.map(({ team, equity }, order) => ({
    name: team,
    series: order + 1,
    values: equity.map(Number),
  }));
  const shownAt = at[place ?? at.length - 1];
  const isMarked = leaders.some(({ team }) => team === marked.value);
  return (
    <section class="race" aria-label={sayArena('race')}>
      <header class="board-head">
        <h2>{sayArena(isChosen ? 'raceChosen' : 'race')}</h2>
        {isChosen ? (
          <button
            type="button"
            class="quiet tiny"
            onClick={() => {
              racing.value = [];
            }}
          >
            {sayArena('raceLeaders')}
          </button>
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
              leader: leaders[0]?.team ?? '',
              equity: amount(leaders[0]?.equity.at(-1) ?? '0'),
            })}
            at={at}
            lines={lines}
            base={Number(season.value?.wallet ?? 0)}
            marked={isMarked ? marked.value : undefined}
            point={setPlace}
          />
          <ol class="race-legend">
            {leaders.map(({ team, equity }, order) => (
              <li key={team} class={`series-${order + 1}`}>
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
