/** What happened on the leaderboard between two looks at it: news for those who watch. */
import { signal } from '@preact/signals';
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
    'team' | 'rank' | 'liquidations' | 'state'
  >[];
};

/** The newest first. */
export const boardEvents = signal<readonly BoardEvent[]>([]);
const KEPT = 40;
/** A rise of fewer places is no news. */
const RISE_LEAST = 3;
let before: Board | undefined;

export function noteBoard(next: Board): void {
  if (before?.season !== next.season) boardEvents.value = [];
  else boardEvents.value = [...eventsBetween(before, next), ...boardEvents.value].slice(0, KEPT);
  before = next;
}

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
