/**
 * More rules that might earn: against what the tape has pushed, with orders that follow orders, and
 * at moments at which quotes might be older than what everybody knows. Like the others they see
 * everything public at once and act first.
 */
import { PRESS, pushOf } from '../../../src/market/impact.ts';
import { marketTermsOf, usualTurnover } from '../../../src/market/market-terms.ts';
import {
  cancelQuotes,
  enterAt,
  fadingMean,
  flatten,
  flowOf,
  HOLD_MAX,
  heldLots,
  heldQuote,
  leaveAtTouch,
  leaveSince,
  ORDER_QUOTE,
  quote,
  quoteAgainst,
  quoteFar,
  quoteWhile,
  type Rule,
  type Seat,
  type Sight,
  TROUBLES,
  type TroubleKind,
} from './seat.ts';

const MINUTE = 60_000;

/** Takes against a sign, and leaves at the touch when most of it is over. */
function takeAgainst(seat: Seat, sight: Sight, away: number, from: number): void {
  const worth = heldQuote(seat);
  if (worth === 0) {
    cancelQuotes(seat);
    if (Math.abs(away) > from) enterAt(seat, sight.at, away > 0 ? 'sell' : 'buy', HOLD_MAX);
  } else if (sight.at - seat.notes.since > 20 * MINUTE) flatten(seat);
  else if (away * Math.sign(worth) > -from / 3 || sight.at - seat.notes.since > 5 * MINUTE)
    leaveAtTouch(seat, sight);
}

/** How far the basis is from its own mean. */
const unusualBasis = (seat: Seat, { at, basis }: Sight, millis: number): number =>
  basis - fadingMean(seat, at, basis, millis);

/** What the last minutes of the tape should have moved, by the formula that everybody can read. */
function pushedBy({ notes, listing }: Seat, { at, volume }: Sight): number {
  const [terms] = marketTermsOf([listing.contract]);
  if (terms === undefined) return 0;
  const part = volume / usualTurnover(terms, 86_400);
  notes.flow = notes.flow * 0.5 ** ((at - notes.seen) / (PRESS.halfLife * 1_000)) + part;
  notes.seen = at;
  return pushOf(notes.flow, terms.volatility) / 100;
}

const unusual = (from: number, minutes: number): Rule => ({
  name: `fade an unusual basis from ${from} bp`,
  says: `basis so far from its mean of ${minutes} minutes: joins the touch against it`,
  act: (seat, sight) =>
    quoteAgainst(seat, sight, unusualBasis(seat, sight, minutes * MINUTE), from),
});

/** Signs of takers of late, each counting once. */
const signsOf = (seat: Seat, { at, bought }: Sight, millis: number): number =>
  flowOf(seat, at, Math.sign(bought), millis);

export const PATIENT_RULES: readonly Rule[] = [
  unusual(5, 30),
  unusual(4, 5),
  {
    name: 'fade an unusual basis, taking',
    says: 'basis 5 bp from its mean of ten minutes: takes against it, leaves at the touch',
    act: (seat, sight) => takeAgainst(seat, sight, unusualBasis(seat, sight, 10 * MINUTE), 5),
  },
  {
    name: 'fade what the tape pushed',
    says: 'works out from the tape what trades have moved: from 3 bp on joins the touch against it',
    act: (seat, sight) => quoteAgainst(seat, sight, pushedBy(seat, sight), 3),
  },
  {
    name: 'fade what the tape pushed, taking',
    says: 'the same from 4 bp on, taking',
    act: (seat, sight) => takeAgainst(seat, sight, pushedBy(seat, sight), 4),
  },
  {
    name: 'join parent orders',
    says: 'six takers more on one side in half a minute: quotes with them, leaves when they turn',
    act: (seat, sight) => {
      const signs = signsOf(seat, sight, 30_000);
      const worth = heldQuote(seat);
      if (worth * signs < 0) leaveAtTouch(seat, sight);
      else if (signs > 6 && worth < HOLD_MAX) quote(seat, 'buy', sight.bid);
      else if (signs < -6 && worth > -HOLD_MAX) quote(seat, 'sell', sight.ask);
      else cancelQuotes(seat);
    },
  },
  {
    name: 'follow parent orders',
    says: 'ten takers more on one side in two minutes: takes with them for five',
    act: (seat, sight) => {
      const signs = signsOf(seat, sight, 2 * MINUTE);
      if (heldLots(seat) === 0) {
        if (Math.abs(signs) > 10) enterAt(seat, sight.at, signs > 0 ? 'buy' : 'sell');
      } else if (sight.at - seat.notes.since > 5 * MINUTE) leaveAtTouch(seat, sight);
    },
  },
  {
    name: 'make around the index',
    says: 'quotes 4 bp around the index, leaning against what it holds',
    act: (seat, { index, bid, ask }) => {
      const worth = heldQuote(seat);
      const [room, lean] = [index * 0.0004, -(worth / HOLD_MAX) * index * 0.0004];
      quoteWhile(worth < HOLD_MAX, seat, 'buy', Math.min(index + lean - room, ask - 1));
      quoteWhile(worth > -HOLD_MAX, seat, 'sell', Math.max(index + lean + room, bid + 1));
    },
  },
  {
    name: 'jump the refill',
    says: 'a trade of over 8,000 went by: quotes one tick inside what is left, for ten seconds',
    isRestless: true,
    act: (seat, sight) => {
      const { notes } = seat;
      if (Math.abs(sight.volume) > 2 * ORDER_QUOTE) {
        notes.since = sight.at;
        if (sight.volume > 0) quote(seat, 'sell', Math.max(sight.ask - 1, sight.bid + 1));
        else quote(seat, 'buy', Math.min(sight.bid + 1, sight.ask - 1));
      } else leaveSince(seat, sight, 10_000, MINUTE);
    },
  },
  {
    name: 'wait for liquidations',
    says: 'quotes 30 bp from the price on both sides, leaves at the touch',
    isRare: true,
    act: (seat, sight) => quoteFar(seat, sight, sight.mid, 0.003),
  },
  {
    name: 'the last second before funding',
    says: 'two seconds before settlement takes the side that is paid, leaves at the touch after it',
    isRestless: true,
    act: (seat, sight) => {
      const { at, untilFunding, fundingRate } = sight;
      if (heldLots(seat) !== 0) leaveSince(seat, sight, 3_000, 10 * MINUTE);
      else if (untilFunding > 0 && untilFunding < 2_000)
        enterAt(seat, at, fundingRate > 0 ? 'sell' : 'buy', HOLD_MAX);
    },
  },
  {
    name: 'lag behind the flow of BTC',
    says: 'BTC moved by 6 bp since a market acted: takes that side there, leaves at the touch',
    isRare: true,
    isRestless: true,
    act: (seat, sight) => {
      const { at, leaderMoved } = sight;
      if (heldLots(seat) !== 0) leaveSince(seat, sight, 10_000, 5 * MINUTE);
      else if (Math.abs(leaderMoved) > 6)
        enterAt(seat, at, leaderMoved > 0 ? 'buy' : 'sell', HOLD_MAX);
    },
  },
];

/** Acts in the first second after a trouble is over, before any market if it can. */
const afterTrouble = (kind: TroubleKind): Rule => ({
  name: `first second after ${TROUBLES[kind]}`,
  says: 'takes what is off the index, or else the way prices jumped; leaves at the touch',
  isRestless: true,
  act: (seat, sight) => {
    const { at, index, bid, ask, trouble, jump } = sight;
    const { notes } = seat;
    if (heldLots(seat) !== 0) {
      leaveSince(seat, sight, 10_000, 3 * MINUTE);
      return;
    }
    if (trouble?.kind !== kind || at - trouble.endedAt > 1_000 || notes.anchor === trouble.endedAt)
      return;
    const isJumped = jump !== undefined && at - jump.at < MINUTE;
    const isCheap = ask > 0 && ask < index * 0.9996;
    const isDear = bid > index * 1.0004;
    if (!isCheap && !isDear && !isJumped) return;
    notes.anchor = trouble.endedAt;
    const side = isCheap ? 'buy' : isDear ? 'sell' : (jump?.side ?? 'buy');
    enterAt(seat, at, side, HOLD_MAX);
  },
});

export const TROUBLE_RULES: readonly Rule[] = (
  ['halt', 'outage', 'restart', 'handover'] as const
).map(afterTrouble);
