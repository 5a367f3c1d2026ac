/**
 * Lets rules trade for a while in the market of one seed, each with its own account, and reports
 * what each earned after fees. Together they compete for the same quotes; alone a rule has the
 * house to itself.
 */
import { type AccountTerms, DEFAULT_TERMS } from '../../../src/domain/account.ts';
import type { Contract } from '../../../src/domain/contract.ts';
import type { Event } from '../../../src/domain/event.ts';
import { POSTING_KINDS } from '../../../src/domain/posting.ts';
import { DEFAULT_SEASON_RULES } from '../../../src/domain/season.ts';
import { FINE_PER_TICK, NO_MONEY } from '../../../src/domain/units.ts';
import { accountEquity } from '../../../src/engine/risk.ts';
import { type Account, getAccount } from '../../../src/engine/state.ts';
import { DRIVE_START } from '../../../src/market/drive-market.ts';
import { FEED_SLOT, mindSlot } from '../../../src/market/memory.ts';
import { seedOfWord } from '../../../src/market/seed.ts';
import { createDrive, type Drive } from '../drive-market.ts';
import {
  flatten,
  heldLots,
  type Leapt,
  look,
  Notes,
  type Rule,
  type Seat,
  type SeenFlow,
} from './seat.ts';
import { createShaker, type Shaken } from './shake-market.ts';

export interface AdversaryRun {
  readonly contracts: readonly Contract[];
  readonly rules: readonly Rule[];
  /** The word of the market's seed. */
  readonly seed: string;
  readonly hours: number;
  /** News that moves all prices at once, this often on average; as the market has it if absent. */
  readonly jumpEveryMillis?: number;
  /** Called now and then with the part that is done, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

export interface AdversaryResult {
  readonly name: string;
  /** After fees and funding, in the quote currency. */
  readonly earned: number;
  /** The fees in that result. */
  readonly fees: number;
  /** What each of its occasions earned: until it holds nothing again, or for an hour. */
  readonly occasions: readonly number[];
}

const WALLET = 100_000;
/** The lowest fees that a venue gives anyone: those of a season. */
export const LOWEST_FEES = {
  makerFee: DEFAULT_SEASON_RULES.makerFee,
  takerFee: DEFAULT_SEASON_RULES.takerFee,
} as const satisfies Partial<AccountTerms>;
const HOUR = 3_600_000;
/** An hour before funding settles, which it does three times a day. */
const RUN_START = DRIVE_START + 7 * HOUR;
const FEE = POSTING_KINDS.indexOf('fee');

export function runAdversaries(run: AdversaryRun): AdversaryResult[] {
  const settings = { contracts: run.contracts, seed: seedOfWord(run.seed), startAt: RUN_START };
  const shaken: Shaken = { drive: createDrive(settings), trouble: undefined };
  const rows = run.rules.map((rule) => seatRule(shaken, rule));
  let before: number[] = [];
  let jump: Leapt | undefined;
  const pricedAt: number[] = [];
  const { seed, jumpEveryMillis: everyMillis } = run;
  const shake = createShaker(shaken, settings, { seed, everyMillis });
  const leaderThen: number[] = [];
  const [began, span] = [shaken.drive.at, run.hours * HOUR];
  let flow: SeenFlow | undefined;
  const act = (seen: SeenFlow, acted?: readonly number[]): void => {
    for (const row of rows) {
      for (const seat of row.seats)
        if (row.rule.isRestless || acted?.includes(seat.listing.contract.id))
          row.rule.act(seat, look(seat, shaken.drive.at, seen));
      noteOccasion(row, shaken.drive.at);
    }
  };
  let told = began;
  while (shaken.drive.at < began + span) {
    const isFirst = shaken.drive.at === began;
    // Whoever waits for the end of a trouble acts before the market does.
    if (shake() && flow !== undefined)
      act({ ...flow, trouble: shaken.trouble, bought: [], volume: [] });
    const { drive, trouble } = shaken;
    const events = drive.step();
    const acted = placesIn(events);
    const index = drive.state.listings.map((listing) => listing.index / FINE_PER_TICK);
    const leader = index[0] ?? 0;
    for (const [place, price] of index.entries()) {
      if (price === before[place]) continue;
      leaderThen[place] = leader;
      pricedAt[place] = drive.at;
      const moved = (price / (before[place] ?? price) - 1) * 1e4;
      if (Math.abs(moved) > JUMP_BP) jump = { at: drive.at, side: moved > 0 ? 'buy' : 'sell' };
    }
    const { bought, volume } = flowIn(drive, events);
    const prices = { indexBefore: before, leader, leaderThen, jump, pricedAt };
    flow = { bought, volume, trouble, ...prices };
    before = index;
    if (isFirst) continue;
    if (drive.at >= told + HOUR / 4) {
      told = drive.at;
      run.progress?.((told - began) / span);
    }
    act(flow, acted);
  }
  for (const row of rows) {
    for (const seat of seatsOf(row)) flatten(seat);
    noteOccasion(row, shaken.drive.at);
  }
  return rows.map(({ rule, owners, occasions, began: wallet }) => ({
    name: rule.name,
    earned: equityOf(owners) - wallet,
    fees: owners.reduce((sum, owner) => sum - Number(owner.totals[FEE] ?? NO_MONEY) / 1e8, 0),
    occasions,
  }));
}

const equityOf = (owners: readonly Account[]): number =>
  owners.reduce((sum, owner) => sum + Number(accountEquity(owner)) / 1e8, 0);

/** Those of its second account too. */
const seatsOf = ({ seats }: SeatedRule): Seat[] =>
  seats.flatMap((seat) => (seat.partner === undefined ? [seat] : [seat, seat.partner]));

/** What a fill brought to an account that held nothing before belongs to the occasion too. */
function noteOccasion(row: SeatedRule, at: number): void {
  const isFlat = row.seats.every(
    (seat) => heldLots(seat) === 0 && (seat.partner === undefined || heldLots(seat.partner) === 0),
  );
  if (isFlat && row.isFlat) row.since = at;
  const isOver = isFlat || at - row.since >= HOUR;
  if (isOver && !(isFlat && row.isFlat)) {
    const equity = equityOf(row.owners);
    row.occasions.push(equity - row.equity);
    row.equity = equity;
    row.since = at;
  }
  row.isFlat = isFlat;
}

/** A move of a published price from one beat to the next that everybody calls a jump. */
const JUMP_BP = 12;

interface SeatedRule {
  readonly rule: Rule;
  readonly owners: readonly Account[];
  readonly seats: Seat[];
  readonly occasions: number[];
  /** With how much it began. */
  readonly began: number;
  /** When the occasion under way began, and with what. */
  since: number;
  equity: number;
  isFlat: boolean;
}

function seatRule(shaken: Shaken, rule: Rule): SeatedRule {
  const { drive } = shaken;
  const { wallet = WALLET, partnerWallet = 0 } = rule;
  const terms = { ...DEFAULT_TERMS, ...LOWEST_FEES };
  const open = (money: number): Account => getAccount(drive.state, drive.openTrader(money, terms));
  const submit: Seat['submit'] = (command) => shaken.drive.submit(command);
  const [owner, second] = [open(wallet), partnerWallet > 0 ? open(partnerWallet) : undefined];
  const seats = drive.state.listings.map((listing): Seat => {
    const seat = { owner, listing, submit, notes: new Notes() };
    if (second === undefined) return seat;
    return { ...seat, partner: { owner: second, listing, submit, notes: new Notes() } };
  });
  const began = wallet + partnerWallet;
  const owners = second === undefined ? [owner] : [owner, second];
  return {
    rule,
    owners,
    seats,
    occasions: [],
    began,
    since: drive.at,
    equity: began,
    isFlat: true,
  };
}

/** The markets that acted at a beat: nothing is new in the others. */
const placesIn = (events: readonly Event[]): number[] =>
  events.flatMap((event) =>
    event.kind === 'market-beat-kept'
      ? event.memories.flatMap(({ slot }) => (slot === FEED_SLOT ? [] : [slot - mindSlot(0)]))
      : [],
  );

/** What takers bought less what they sold: how many of them, and how much. */
function flowIn({ state }: Drive, events: readonly Event[]) {
  const bought = state.listings.map(() => 0);
  const volume = state.listings.map(() => 0);
  for (const event of events) {
    if (event.kind !== 'fill-settled') continue;
    const { contract, takerSide, value } = event;
    const sign = takerSide === 'buy' ? 1 : -1;
    bought[contract] = (bought[contract] ?? 0) + sign;
    volume[contract] = (volume[contract] ?? 0) + (sign * Number(value)) / 1e8;
  }
  return { bought, volume };
}
