/** All teams in order, with the moves since the last update. Rows glide to their new places. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fileRow, utcText } from '../../wire/competition/list-file.ts';
import type { PublicBoardRecord, StandingRecord } from '../../wire/competition/standings.ts';
import { csvOf } from '../../wire/csv.ts';
import { Button, isFound, put, SearchField, ViewLink } from '../parts/controls.tsx';
import { amount, percent, ratio, share, tone } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { SparkLine } from '../parts/spark-line.tsx';
import { language } from '../shell/language.ts';
import { type ArenaWord, sayArena } from './arena-words.ts';
import { moves } from './board-events.ts';
import { seriesStyle } from './line-chart.tsx';
import { marked, raceColour } from './race-chart.tsx';
import { board, curves, racing, season, toggleRacing } from './season-feed.ts';

const wanted = signal('');
const isWhole = signal(false);
const SHOWN_FIRST = 100;
const SEARCH_FROM = 12;

export const teamPath = (team: string): string => `/arena/team/${encodeURIComponent(team)}`;

export function LeaderboardTable() {
  const all = board.value?.standings ?? [];
  const found = all.filter(({ team }) => isFound(wanted.value, [team]));
  const rows = isWhole.value ? found : found.slice(0, SHOWN_FIRST);
  const body = useRef<HTMLTableSectionElement>(null);
  useTravel(body, rows);
  const equities = new Map(
    (curves.value?.curves ?? []).map(({ team, equity }) => [team, equity.map(Number)]),
  );
  return (
    <section class="board" aria-label={sayArena('leaderboard')}>
      <header class="ends board-head">
        <h2>{sayArena('leaderboard')}</h2>
        {board.value?.final === true ? <SaveStandings of={board.value} /> : null}
        {all.length < SEARCH_FROM ? null : (
          <SearchField label={sayArena('findEntrant')} sought={wanted} class="board-search" />
        )}
      </header>
      {rows.length === 0 ? <Empty text={sayArena('nobodyFound')} /> : null}
      <table class="standings" aria-label={sayArena('leaderboard')}>
        <Heads />
        <tbody ref={body}>
          {rows.map((row) => (
            <Row key={row.team} row={row} values={equities.get(row.team)} />
          ))}
        </tbody>
      </table>
      <Disqualified />
      {found.length > rows.length ? (
        <Button
          look="quiet board-more"
          label={sayArena('showAll', { count: found.length })}
          act={put(isWhole, true)}
        />
      ) : null}
    </section>
  );
}

/** The final standings as a file, with every figure that the interface has. */
const SaveStandings = ({ of }: { of: PublicBoardRecord }) => (
  <Button
    look="quiet tiny"
    label={sayArena('saveStandings')}
    act={() => {
      const day = utcText(of.shownAt).slice(0, 10);
      const rows = of.standings.map((row) => fileRow('standings', row, language.value));
      saveFile(`standings-season-${of.season}-${day}.csv`, csvOf(rows));
    }}
  />
);

const COLUMNS = [
  ['rank', 'rank'],
  ['team', 'team'],
  ['curve', 'curve'],
  ['inRace', 'race-pick'],
  ['equity'],
  ['roi'],
  ['drawdown'],
  ['sharpe'],
] as const;

const Heads = () => (
  <thead>
    <tr>
      {COLUMNS.map(([word, name]) => (
        <th key={word} scope="col" class={name}>
          {sayArena(word)}
        </th>
      ))}
    </tr>
  </thead>
);

/** They stay, struck through, with the reason. */
function Disqualified() {
  const rows = board.value?.disqualified ?? [];
  if (rows.length === 0) return null;
  return (
    <section class="disqualified" aria-label={sayArena('disqualified')}>
      <h3 class="out-title">{sayArena('disqualified')}</h3>
      <ul>
        {rows.map(({ team, reason }) => (
          <li key={team}>
            <s>{team}</s> <span>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ row, values }: { row: StandingRecord; values: readonly number[] | undefined }) {
  const base = Number(season.value?.wallet ?? 0);
  const series = raceColour(row.team);
  return (
    <tr
      data-team={row.team}
      class={row.state === 'trading' ? '' : 'muted'}
      onPointerEnter={put(marked, row.team)}
      onPointerLeave={put(marked, undefined)}
    >
      <td {...cell('rank')}>
        <Medal row={row} />
        <Move by={moves.value.get(row.team) ?? 0} />
      </td>
      <th scope="row" {...cell('team')}>
        {series === undefined ? null : (
          <span class="swatch" style={seriesStyle(series)} aria-hidden="true" />
        )}
        <ViewLink to={teamPath(row.team)}>{row.team}</ViewLink>
        <Badges row={row} />
      </th>
      <td {...cell('curve')}>
        {values === undefined ? null : <SparkLine values={values} base={base} />}
      </td>
      <td {...cell('race-pick')}>
        <input
          type="checkbox"
          aria-label={sayArena('pickForRace', { team: row.team })}
          checked={racing.value.includes(row.team)}
          onChange={() => toggleRacing(row.team)}
        />
      </td>
      <td class="equity" data-label={sayArena('equity')}>
        {amount(row.equity)}
      </td>
      <td {...cell('roi', tone(row.roi))} data-label={sayArena('roi')}>
        {percent(row.roi)}
      </td>
      <td {...cell('drawdown')} data-label={sayArena('drawdown')}>
        {share(row.maxDrawdown)}
      </td>
      <td {...cell('sharpe')} data-label={sayArena('sharpe')}>
        {row.sharpe === null ? (
          <span class="muted" title={sayArena('sharpeLater')}>
            –
          </span>
        ) : (
          ratio(row.sharpe)
        )}
      </td>
    </tr>
  );
}

/** Its place where a row is a card, as the style sheet names it. */
const cell = (name: string, look = '') => ({ class: `${name} ${look}`, style: { gridArea: name } });

/** The rank, on a medal for those of the podium. */
export const Medal = ({ row: { rank, podium } }: { row: StandingRecord }) => (
  <span
    class={`place place-${podium ?? 0}`}
    style={podium === null ? {} : { '--medal': `var(--medal-${podium})` }}
  >
    {rank ?? '–'}
  </span>
);

export function Move({ by }: { by: number }) {
  if (by === 0) return <span class="move" />;
  const isUp = by > 0;
  return (
    <span class={`move ${isUp ? 'up' : 'down'}`}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {Math.abs(by)}
      </span>
      <span class="unseen">{sayArena(isUp ? 'up' : 'down', { by: Math.abs(by) })}</span>
    </span>
  );
}

const SANCTION_WORDS: Readonly<Record<string, ArenaWord>> = {
  warned: 'warned',
  throttled: 'throttled',
  frozen: 'frozenTeam',
  disqualified: 'disqualified',
};

export function Badges({ row }: { row: StandingRecord }) {
  const sanction = SANCTION_WORDS[row.sanction];
  return (
    <>
      {row.state === 'eliminated' ? <span class="badge">{sayArena('eliminated')}</span> : null}
      {row.idle && row.state === 'trading' ? (
        <span class="badge idle" title={sayArena('idleText')}>
          {sayArena('idle')}
        </span>
      ) : null}
      {sanction === undefined ? null : <span class="badge warn">{sayArena(sanction)}</span>}
    </>
  );
}

const TRAVEL = { duration: 700, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Rows start at their old place and glide to the new one. */
function useTravel(
  body: { readonly current: HTMLTableSectionElement | null },
  rows: readonly StandingRecord[],
): void {
  const tops = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const next = new Map<string, number>();
    for (const row of body.current?.rows ?? []) {
      const team = row.dataset['team'] ?? '';
      next.set(team, row.offsetTop);
      const away = (tops.current.get(team) ?? row.offsetTop) - row.offsetTop;
      if (away !== 0 && !isCalm)
        row.animate([{ transform: `translateY(${away}px)` }, { transform: 'none' }], TRAVEL);
    }
    tops.current = next;
  }, [body, rows]);
}
