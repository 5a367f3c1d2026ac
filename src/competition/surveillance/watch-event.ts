/** What a single event tells surveillance: orders, cancels and fills of entrants. */
import type { Event, FillSettled, OrderCanceled } from '../../domain/event.ts';
import type { FillSide } from '../../domain/fill.ts';
import { oppositeSide, type Side } from '../../domain/side.ts';
import { lots, money } from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import { laggedMark } from '../mark-window.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { SPOOF_SIZE_FACTOR, SPOOF_WITHIN } from './thresholds.ts';
import { noteChange } from './watch-changes.ts';
import { noteJumpFill } from './watch-index.ts';
import { notePair } from './watch-pairs.ts';
import { notePush } from './watch-push.ts';

export function watchEvent(contest: Contest, season: SeasonRecord, event: Event): void {
  switch (event.kind) {
    case 'order-accepted': {
      const entrant = contest.entrants.get(event.account);
      if (entrant !== undefined && event.origin === 'trader') entrant.watch.orders += 1;
      return;
    }
    case 'order-canceled':
      watchCancel(contest, event);
      return;
    case 'fill-settled':
      watchFill(contest, season, event);
      return;
    default:
  }
}

/** A large order that is canceled right after a small one on the other side has filled. */
function watchCancel(contest: Contest, event: OrderCanceled): void {
  const entrant = contest.entrants.get(event.account);
  if (entrant === undefined) return;
  const { watch } = entrant;
  if (event.reason === 'self-trade') watch.selfTrades += 1;
  if (event.reason !== 'user') return;
  watch.cancels += 1;
  const fill = watch.lastFills[event.contract] ?? null;
  if (fill === null || fill.side === event.side) return;
  const isSoon = contest.at - fill.at <= SPOOF_WITHIN;
  if (isSoon && event.removed >= fill.size * SPOOF_SIZE_FACTOR) watch.spoofs += 1;
}

function watchFill(contest: Contest, season: SeasonRecord, fill: FillSettled): void {
  season.watch.volume = money(season.watch.volume + fill.value * 2n);
  const maker = contest.entrants.get(fill.maker.account);
  const taker = contest.entrants.get(fill.taker.account);
  if (maker === undefined && taker === undefined) return;
  const makerSide = oppositeSide(fill.takerSide);
  if (maker !== undefined)
    noteFill(contest, season, maker, { fill, own: fill.maker, side: makerSide });
  if (taker !== undefined)
    noteFill(contest, season, taker, { fill, own: fill.taker, side: fill.takerSide });
  if (fill.venue !== 'book') return;
  const window = season.marks[fill.contract];
  const fair = window === undefined ? fill.price : laggedMark(window, contest.at);
  if (taker !== undefined) {
    noteJumpFill(contest, season, taker, fill);
    notePush(contest, season, taker, { fill, fair });
  }
  if (maker !== undefined && taker !== undefined)
    notePair(contest, season, { maker, taker, fill, fair });
}

interface OwnSide {
  readonly fill: FillSettled;
  readonly own: FillSide;
  readonly side: Side;
}

function noteFill(
  { at }: Contest,
  { watch }: SeasonRecord,
  entrant: EntrantRecord,
  { fill, own, side }: OwnSide,
): void {
  noteChange(watch.entry, {
    account: entrant.account,
    contract: fill.contract,
    lots: side === 'buy' ? fill.size : -fill.size,
  });
  const { lastFills } = entrant.watch;
  while (lastFills.length < fill.contract) lastFills.push(null);
  lastFills[fill.contract] = { at, side, size: lots(fill.size + own.remaining) };
}
