/**
 * Fixed trading rules that might make money from the house. Each has every advantage its inventor
 * could want: it sees everything public at once and acts first. It pays ordinary fees.
 */
import { PATIENT_RULES, TROUBLE_RULES } from './patient-rules.ts';
import {
  add,
  cancelQuotes,
  enterAt,
  fadingMean,
  flatten,
  flowOf,
  HOLD_MAX,
  heldLots,
  heldQuote,
  leaveAtTouch,
  ORDER_QUOTE,
  orderCountOf,
  quote,
  quoteAgainst,
  quoteFar,
  quoteWhile,
  type Rule,
  type Seat,
  type Sight,
  takeAtMarket,
} from './seat.ts';

/** Closes at market after this long. */
function leaveAfter(seat: Seat, at: number, millis: number): boolean {
  if (heldLots(seat) === 0) return false;
  if (at - seat.notes.since >= millis) flatten(seat);
  return true;
}

const JUMP_LEAVE_MILLIS = 10_000;

/** Waits so long after a price has jumped, and takes what it thinks is left of it elsewhere. */
function afterJump(lateMillis: number, isOnlyStale: boolean): Rule {
  const late = lateMillis === 0 ? 'at once' : `${lateMillis / 1_000} s late`;
  return {
    name: `${isOnlyStale ? 'take what has not followed' : 'follow a jump'}, ${late}`,
    says: isOnlyStale
      ? 'a price jumped and this one is still old: takes that side, leaves at the touch'
      : 'a price jumped: takes that side everywhere, leaves at the touch after ten seconds',
    isRestless: true,
    act: (seat, sight) => {
      const { at, jump, hasFollowed } = sight;
      const { notes } = seat;
      if (heldLots(seat) !== 0) {
        if (at - notes.since > 2 * JUMP_LEAVE_MILLIS) flatten(seat);
        else if (at - notes.since >= JUMP_LEAVE_MILLIS) leaveAtTouch(seat, sight);
        return;
      }
      if (jump === undefined || jump.at === notes.anchor || at < jump.at + lateMillis) return;
      notes.anchor = jump.at;
      if (at > jump.at + lateMillis + 2_000 || (isOnlyStale && hasFollowed)) return;
      enterAt(seat, at, jump.side, HOLD_MAX);
    },
  };
}

/** Those that wait for what comes rarely: a market is shaken for them. */
export const SHAKEN_RULES: readonly Rule[] = [
  ...[true, false].flatMap((isOnlyStale) =>
    [0, 500, 1_000].map((late) => afterJump(late, isOnlyStale)),
  ),
  ...TROUBLE_RULES,
];

const fadeQuoting = (from: number): Rule => ({
  name: `fade the basis, quoting from ${from} bp`,
  says: 'price so far from the index: joins the touch against it, leaves there when it is back',
  act: (seat, sight) => quoteAgainst(seat, sight, sight.basis, from),
});

/** One tick better than the best price on both sides, if there is room. */
function quoteInside(seat: Seat, { bid, ask }: Sight): void {
  const room = ask - bid > 2 ? 1 : 0;
  const worth = heldQuote(seat);
  quoteWhile(worth < HOLD_MAX, seat, 'buy', bid + room);
  quoteWhile(worth > -HOLD_MAX, seat, 'sell', ask - room);
}

const MINUTE = 60_000;

export const RULES: readonly Rule[] = [
  {
    name: 'stale-quote sniper',
    says: 'index moved by 5 bp: takes the side it moved to, leaves at the next tick',
    act: (seat, { at, moved }) => {
      if (leaveAfter(seat, at, 1)) return;
      if (Math.abs(moved) > 5) enterAt(seat, at, moved > 0 ? 'buy' : 'sell');
    },
  },
  {
    name: 'patient sniper',
    says: 'index moved by 15 bp: takes that side and holds for a minute',
    isRare: true,
    act: (seat, { at, moved }) => {
      if (leaveAfter(seat, at, 60_000)) return;
      if (Math.abs(moved) > 15) enterAt(seat, at, moved > 0 ? 'buy' : 'sell');
    },
  },
  {
    name: 'follow BTC',
    says:
      'BTC moved by 12 bp since a market acted: ' +
      'takes that side there first, holds for a minute',
    isRare: true,
    isRestless: true,
    act: (seat, { at, leaderMoved }) => {
      if (leaveAfter(seat, at, 60_000)) return;
      if (Math.abs(leaderMoved) > 12) enterAt(seat, at, leaderMoved > 0 ? 'buy' : 'sell', HOLD_MAX);
    },
  },
  {
    name: 'grid bot',
    says: 'ten limits each side, 15 bp apart; what one buys is offered one step on',
    act: (seat, { mid }) => {
      const { notes } = seat;
      const step = mid * 0.0015;
      if (notes.anchor === 0) notes.anchor = mid;
      const net = Math.round(heldLots(seat));
      if (net === notes.net && orderCountOf(seat) > 4) return;
      notes.net = net;
      if (Math.abs(mid / notes.anchor - 1) > 0.015) notes.anchor = mid;
      cancelQuotes(seat);
      const from = Math.round((mid - notes.anchor) / step);
      for (let rung = 1; rung <= 10; rung += 1) {
        if (heldQuote(seat) < HOLD_MAX * 2)
          add(seat, 'buy', notes.anchor + (from - rung) * step, ORDER_QUOTE / 2);
        if (heldQuote(seat) > -HOLD_MAX * 2)
          add(seat, 'sell', notes.anchor + (from + rung) * step, ORDER_QUOTE / 2);
      }
    },
  },
  {
    name: 'fade the basis, taking',
    says: 'price 6 bp from the index: takes against it, leaves when it is back',
    act: (seat, { at, basis }) => {
      const net = heldLots(seat);
      if (net !== 0) {
        if (basis * Math.sign(net) > -1) flatten(seat);
        return;
      }
      if (Math.abs(basis) > 6) enterAt(seat, at, basis > 0 ? 'sell' : 'buy');
    },
  },
  fadeQuoting(4),
  fadeQuoting(7),
  {
    name: 'join the touch',
    says: 'quotes one tick inside the house on both sides, at every tick anew',
    act: quoteInside,
  },
  {
    name: 'join wide books',
    says: 'the same, only while the spread is over 6 bp',
    act: (seat, sight) => {
      if (sight.spread > 6) quoteInside(seat, sight);
      else if (heldLots(seat) !== 0) leaveAtTouch(seat, sight);
      else cancelQuotes(seat);
    },
  },
  {
    name: 'step in after a pull',
    says: 'quotes stood back by 15 bp: offers both sides 4 bp from the index, leaves at the touch',
    isRare: true,
    act: (seat, sight) => {
      if (sight.spread > 15 && Math.abs(heldQuote(seat)) < HOLD_MAX) {
        quote(seat, 'buy', sight.index * (1 - 0.0004));
        quote(seat, 'sell', sight.index * (1 + 0.0004));
      } else if (heldLots(seat) !== 0) leaveAtTouch(seat, sight);
      else cancelQuotes(seat);
    },
  },
  {
    name: 'lean on the house',
    says: 'joins the touch on the side the house leans to, judged by trades of the last minute',
    act: (seat, { at, bought, bid, ask }) => {
      const flow = flowOf(seat, at, bought, MINUTE);
      const worth = heldQuote(seat);
      if (flow > 4 && worth > -HOLD_MAX) quote(seat, 'sell', ask);
      else if (worth <= 0) cancelQuotes(seat, 'sell');
      if (flow < -4 && worth < HOLD_MAX) quote(seat, 'buy', bid);
      else if (worth >= 0) cancelQuotes(seat, 'buy');
    },
  },
  {
    name: 'harvest funding',
    says: 'a minute before settlement takes the side that is paid, leaves a minute after',
    act: (seat, { at, untilFunding, fundingRate }) => {
      if (leaveAfter(seat, at, 2 * MINUTE)) return;
      if (untilFunding < MINUTE && untilFunding > 0 && at - seat.notes.since > 5 * MINUTE)
        enterAt(seat, at, fundingRate > 0 ? 'sell' : 'buy', HOLD_MAX);
    },
  },
  {
    name: 'follow the flow',
    says: 'five takers more on one side within seconds: goes with them for half a minute',
    act: (seat, { at, bought }) => {
      const flow = flowOf(seat, at, bought, 2_000);
      if (leaveAfter(seat, at, 30_000)) return;
      if (Math.abs(flow) >= 5) enterAt(seat, at, flow > 0 ? 'buy' : 'sell');
    },
  },
  {
    name: 'sandwich the flow',
    says: 'four takers more on one side: takes with them, then offers it back at the touch',
    act: (seat, sight) => {
      const flow = flowOf(seat, sight.at, sight.bought, 2_000);
      if (heldLots(seat) !== 0) {
        if (sight.at - seat.notes.since > 2 * MINUTE) flatten(seat);
        else leaveAtTouch(seat, sight);
        return;
      }
      if (Math.abs(flow) >= 4) enterAt(seat, sight.at, flow > 0 ? 'buy' : 'sell');
    },
  },
  {
    name: 'ping-pong at round prices',
    says: 'bids at the round price below, offers at the round price above',
    act: (seat, { mid }) => {
      const unit = 10 ** Math.floor(Math.log10(mid * 0.002));
      const worth = heldQuote(seat);
      quoteWhile(worth < HOLD_MAX, seat, 'buy', Math.floor(mid / unit) * unit);
      quoteWhile(worth > -HOLD_MAX, seat, 'sell', Math.ceil(mid / unit) * unit);
    },
  },
  {
    name: 'push the price',
    says: 'twice an hour lifts 60,000 in slices to push the quotes up, then offers it at the touch',
    act: (seat, sight) => {
      const phase = sight.at % (30 * MINUTE);
      if (phase < 30_000 && heldQuote(seat) < 60_000) takeAtMarket(seat, 'buy', 6_000);
      else if (phase < 10 * MINUTE) leaveAtTouch(seat, sight);
      else if (heldLots(seat) !== 0) flatten(seat);
    },
  },
  {
    name: 'push the mark',
    says:
      'offers 20,000 far above, then sweeps half of the asks to reach it; ' +
      'leaves within a minute',
    act: (seat, sight) => {
      const phase = sight.at % (60 * MINUTE);
      if (phase < 3_000 && heldLots(seat) === 0) {
        takeAtMarket(seat, 'buy', HOLD_MAX);
        add(seat, 'sell', sight.ask * 1.001, HOLD_MAX);
      } else if (phase > MINUTE && phase < 2 * MINUTE && heldLots(seat) !== 0) flatten(seat);
      else if (phase > 2 * MINUTE) cancelQuotes(seat);
    },
  },
  {
    name: 'follow the trend',
    says: 'index 40 bp up or down from its mean of an hour: goes with it until it turns',
    act: (seat, { at, index }) => {
      const away = (index / fadingMean(seat, at, index, 60 * MINUTE) - 1) * 1e4;
      const net = heldLots(seat);
      if (net !== 0 && away * Math.sign(net) < 0) flatten(seat);
      if (net === 0 && Math.abs(away) > 40) enterAt(seat, at, away > 0 ? 'buy' : 'sell', HOLD_MAX);
    },
  },
  {
    name: 'wait for spikes',
    says: 'quotes 12 bp from the index on both sides, leaves at the touch',
    act: (seat, sight) => quoteFar(seat, sight, sight.index, 0.0012),
  },
  ...PATIENT_RULES,
];
