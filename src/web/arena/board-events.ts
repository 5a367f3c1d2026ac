/** What happened on the leaderboard between two looks at it: moves, and news for spectators. */
import { signal } from '@preact/signals';
import type { CurvesRecord } from '../../wire/competition/curves.ts';
import type { PublicBoardRecord } from '../../wire/competition/standings.ts';

export interface BoardEvent {
  readonly at: number;
  readonly kind: 'leader' | 'liquidated' | 'eliminated' | 'disqualified' | 'rise';
  readonly team: string;
  /** Places of a rise; the reason of a disqualification. */
  readonly more: string;
}

type Board = Pick<PublicBoardRecord, 'season' | 'shownAt' | 'disqualified'> & {
  readonly standings: readonly Pick<
    PublicBoardRecord['standings'][number],
    'team' | 'rank' | 'idle' | 'liquidations' | 'state'
  >[];
};

type Curves = Pick<CurvesRecord, 'at' | 'curves'>;

/** The newest first. */
export const boardEvents = signal<readonly BoardEvent[]>([]);
const KEPT = 40;
/** A rise of fewer places is no news. */
const RISE_LEAST = 3;
let before: Board | undefined;

/** By team: how many places up since the leaderboard last changed; negative is down. */
type Moves = ReadonlyMap<string, number>;
export const moves = signal<Moves>(new Map());

/** Somebody who has just come is told who led before. */
export function noteBoard(next: Board, curves: Curves): void {
  if (before?.season !== next.season) {
    moves.value = new Map();
    boardEvents.value = leadsIn(withoutIdle(next, curves)).slice(0, KEPT);
  } else {
    const found = movesBetween(before, next);
    // Moves stay marked until the next change.
    if (found.size > 0) moves.value = found;
    boardEvents.value = [...eventsBetween(before, next), ...boardEvents.value].slice(0, KEPT);
  }
  before = next;
}

export function movesBetween(from: Board, to: Board): Moves {
  const ranks = new Map(from.standings.map(({ team, rank }) => [team, rank]));
  const found = new Map<string, number>();
  for (const { team, rank } of to.standings) {
    const old = ranks.get(team);
    if (old === undefined || old === null || rank === null || old === rank) continue;
    found.set(team, old - rank);
  }
  return found;
}

/** A team that never traded leads nobody, also while everyone else loses. */
function withoutIdle({ standings }: Board, { at, curves }: Curves): Curves {
  const idle = new Set(standings.filter((row) => row.idle).map(({ team }) => team));
  return { at, curves: curves.filter(({ team }) => !idle.has(team)) };
}

/** Every change of the lead, the newest first. Who is level with the leader does not lead. */
export function leadsIn({ at, curves }: Curves): BoardEvent[] {
  const events: BoardEvent[] = [];
  let leader: Curve | undefined;
  for (const [place, moment] of at.entries()) {
    const [held, best] = [equityAt(leader, place), curves.toSorted(byEquity(place))[0]];
    if (best === undefined || (leader !== undefined && equityAt(best, place) <= held)) continue;
    if (leader !== undefined)
      events.unshift({ at: moment, kind: 'leader', team: best.team, more: '' });
    leader = best;
  }
  return events;
}

type Curve = Curves['curves'][number];
const equityAt = (curve: Curve | undefined, place: number): number => Number(curve?.equity[place]);
const byEquity =
  (place: number) =>
  (one: Curve, other: Curve): number =>
    equityAt(other, place) - equityAt(one, place);

export interface Riser {
  readonly team: string;
  /** What it gained, as a part of what it had. */
  readonly gain: number;
}

/** Who gained most in the last hour that is shown, best first; losses are none. */
export function risersIn({ at, curves }: Curves): Riser[] {
  const last = at.length - 1;
  const from = at.findIndex((moment) => moment >= (at[last] ?? 0) - HOUR);
  return curves
    .map((curve) => ({
      team: curve.team,
      gain: equityAt(curve, last) / equityAt(curve, from) - 1,
    }))
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => other.gain - one.gain);
}

const HOUR = 3_600_000;

export function eventsBetween(from: Board, to: Board): BoardEvent[] {
  const at = to.shownAt ?? 0;
  const events: BoardEvent[] = [];
  const note = (kind: BoardEvent['kind'], team: string, more = ''): void => {
    events.push({ at, kind, team, more });
  };
  const [was, is] = [from.standings[0]?.team, to.standings[0]?.team];
  if (was !== undefined && is !== undefined && was !== is) note('leader', is);
  const known = new Map(from.standings.map((row) => [row.team, row]));
  for (const { team, reason } of to.disqualified)
    if (from.disqualified.every((row) => row.team !== team)) note('disqualified', team, reason);
  for (const row of to.standings) {
    const old = known.get(row.team);
    if (old === undefined) continue;
    if (row.liquidations > old.liquidations) note('liquidated', row.team);
    if (row.state === 'eliminated' && old.state !== 'eliminated') note('eliminated', row.team);
    const rise = (old.rank ?? 0) - (row.rank ?? 0);
    if (old.rank !== null && row.rank !== null && rise >= RISE_LEAST)
      note('rise', row.team, String(rise));
  }
  return events;
}
