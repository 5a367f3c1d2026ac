/**
 * Net changes of positions: the effect of an entry on each entrant at each contract, taken once
 * when the entry is over, and summed again for each minute. A pair is noted when one moves the same
 * way soon after the other, or the opposite way in the same minute by a similar size. Correlations
 * are computed on request.
 */
import type { AccountId } from '../../domain/ids.ts';
import { MONEY_SCALE, millis } from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import type { SeasonRecord } from '../season-record.ts';
import { CHANGES_KEPT, COPY_LAG, RECENT_MAX } from './thresholds.ts';
import { takeRow } from './trim-table.ts';
import {
  type FollowRow,
  type MirrorRow,
  type NetChange,
  pairKey,
  type RecentChange,
  type Watch,
} from './watch.ts';

export function noteChange(table: Map<number, NetChange>, change: NetChange): void {
  const { account, contract, lots } = change;
  const key = pairKey(account, contract);
  const found = table.get(key);
  if (found === undefined) table.set(key, { account, contract, lots });
  else found.lots += lots;
}

/** The entry is over: its net changes are events of their own. */
export function watchEntryEnd(contest: Contest, season: SeasonRecord): void {
  const { watch } = season;
  if (watch.entry.size === 0) return;
  const changes = [...watch.entry.values()].filter(({ lots }) => lots !== 0);
  watch.entry = new Map();
  // Changes within one entry do not follow each other: they have one cause.
  for (const change of changes) noteFollowing(contest, watch, change);
  for (const change of changes) {
    noteSeries(contest, change);
    noteRecent(contest, watch, change);
    noteChange(watch.minute, change);
  }
}

function noteFollowing(
  { at }: Contest,
  watch: Watch,
  { account, contract, lots }: NetChange,
): void {
  const recent = watch.recent[contract] ?? [];
  for (const before of recent) {
    const isFollowed =
      before.account !== account && before.isUp === lots > 0 && at - before.at <= COPY_LAG;
    if (!isFollowed) continue;
    const row = getFollow(watch, before.account, account);
    // A change follows another account at most once, however many changes that one made.
    if (row.lastAt === at) continue;
    row.lastAt = at;
    row.hits += 1;
  }
}

function getFollow({ follows }: Watch, leader: AccountId, follower: AccountId): FollowRow {
  const made: FollowRow = { leader, follower, hits: 0, lastAt: millis(-1) };
  return takeRow(follows, pairKey(leader, follower), made, ({ hits }) => hits);
}

function noteSeries(contest: Contest, { account, contract, lots }: NetChange): void {
  const entrant = contest.entrants.get(account);
  if (entrant === undefined) return;
  const { watch } = entrant;
  const value = (BigInt(lots) * (contest.lotValues[contract] ?? 0n) * 100n) / MONEY_SCALE;
  watch.changes += 1;
  watch.times.push(contest.at);
  watch.contracts.push(contract);
  watch.values.push(Number(value));
  if (watch.times.length < CHANGES_KEPT * 2) return;
  watch.times.splice(0, CHANGES_KEPT);
  watch.contracts.splice(0, CHANGES_KEPT);
  watch.values.splice(0, CHANGES_KEPT);
}

function noteRecent({ at }: Contest, watch: Watch, { account, contract, lots }: NetChange): void {
  const recent: RecentChange[] = watch.recent[contract] ?? [];
  while (recent.length >= RECENT_MAX || at - (recent[0]?.at ?? at) > COPY_LAG) recent.shift();
  recent.push({ account, at, isUp: lots > 0 });
}

/** How many neighbours by size each change of a minute is compared with. */
const NEIGHBOURS = 8;

/** A minute is over: pairs that moved against each other by a similar size are noted. */
export function watchMinuteEnd({ watch }: SeasonRecord): void {
  const totals = [...watch.minute.values()].filter(({ lots }) => lots !== 0);
  watch.minute = new Map();
  totals.sort(
    (one, other) =>
      one.contract - other.contract ||
      Math.abs(one.lots) - Math.abs(other.lots) ||
      one.account - other.account,
  );
  for (const [place, one] of totals.entries()) {
    for (let next = place + 1; next <= place + NEIGHBOURS; next += 1) {
      const other = totals[next];
      if (other === undefined || other.contract !== one.contract) break;
      if (other.lots > 0 !== one.lots > 0) noteMirror(watch, one, other);
    }
  }
}

function noteMirror({ mirrors }: Watch, one: NetChange, other: NetChange): void {
  const [first, second] =
    one.account < other.account ? [one.account, other.account] : [other.account, one.account];
  const made: MirrorRow = { first, second, hits: 0 };
  takeRow(mirrors, pairKey(first, second), made, ({ hits }) => hits).hits += 1;
}
