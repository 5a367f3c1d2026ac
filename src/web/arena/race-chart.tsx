/** The leaders' equity side by side, with a legend that shows their figures at a moment. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Button, put } from '../parts/controls.tsx';
import { amount } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { formatMoment } from './figures.ts';
import { LineChart, seriesStyle } from './line-chart.tsx';
import { race } from './race-lines.ts';
import { racing, season } from './season-feed.ts';

/** The team under the pointer. */
export const marked = signal<string | undefined>(undefined);

export function RaceChart() {
  const [place, setPlace] = useState<number | undefined>(undefined);
  const { at, lines } = race.value;
  const isChosen = racing.value.length > 0;
  const shownAt = at[place ?? at.length - 1];
  const isMarked = lines.some(({ team }) => team === marked.value);
  return (
    <section class="race" aria-label={sayArena('race')}>
      <header class="board-head">
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
          />
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
