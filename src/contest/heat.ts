/**
 * One heat: a market from its seed, and the programs that trade in it. Everything that happens
 * follows from the seed, the rules and the texts of the programs, so whoever runs it again gets the
 * same orders, fills and scores.
 */
import { createHash, createHmac, type Hash } from 'node:crypto';
import type { PlainCommand } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Event, FillSettled } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Money, millis, money } from '../domain/units.ts';
import { type BareMarket, openBareMarket } from '../market/bare-market.ts';
import { wholeMoney } from '../market/genesis.ts';
import { BEAT_MILLIS } from '../market/memory.ts';
import { KeyedRandom } from '../market/random.ts';
import { type BareFollower, createBareFollower } from '../verdict/follow-bare.ts';
import type { LifeRecorder } from '../verdict/record-life.ts';
import { beatsOf, type ContestRules, decisionsOf } from './contest-rules.ts';
import { openProgram, type SandboxedProgram } from './program.ts';
import type { ProgramState, ShownFill } from './program-words.ts';
import { type ProgramAnswer, readAnswer } from './read-answer.ts';
import { recordSeat } from './record-seat.ts';
import { showAccount, showMarkets, shownMoney, shownPrice, shownSize } from './show-state.ts';

export interface HeatProgram {
  readonly team: string;
  readonly text: string;
  readonly isTyped: boolean;
  /** The decision at which somebody stopped it from outside; what it would have done is unknown. */
  readonly stopAt?: number;
}

export interface HeatTerms {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  /** What the market and the randomness of the programs are drawn from. */
  readonly key: Uint8Array;
  readonly programs: readonly HeatProgram[];
  /** Told the place of a program before it decides, and undefined after that. */
  readonly watch?: (decision: number, place: number | undefined) => void;
  /** The file that the life of its one program is kept in, for a report. */
  readonly part?: string | undefined;
  /** Told what the programs write to their consoles. */
  readonly hear?: (team: string, at: number, said: string) => void;
}

/** What a program did in a heat, as it is published. */
export interface TeamHeat {
  readonly team: string;
  /** In 1e-8 of the capital. */
  readonly score: number;
  /** At the end, at the mark, in 1e-8 of the quote currency. */
  readonly equity: string;
  readonly orders: number;
  readonly cancels: number;
  readonly fills: number;
  readonly refusals: number;
  readonly liquidations: number;
  /** Decisions that failed, and why the first did. */
  readonly faults: number;
  readonly fault: string | null;
  readonly gas: number;
  /** Of every command and every fill. */
  readonly digest: string;
}

export interface HeatOutcome {
  /** Of the whole venue at the end. */
  readonly hash: string;
  readonly teams: readonly TeamHeat[];
}

interface Seat {
  readonly entry: HeatProgram;
  readonly account: AccountId;
  /** Undefined where its text is no program, or once it is stopped. */
  program: SandboxedProgram | undefined;
  readonly hash: Hash;
  readonly tally: {
    orders: number;
    cancels: number;
    fills: number;
    refusals: number;
    liquidations: number;
    faults: number;
    gas: number;
  };
  fault: string | null;
  /** Since its last decision. */
  fills: ShownFill[];
  refusals: string[];
  peak: bigint;
  drawdown: bigint;
}

interface Heat extends BareMarket {
  /** Of the only program, if its life is kept. */
  readonly recorder: LifeRecorder | undefined;
  readonly terms: HeatTerms;
  readonly seats: readonly Seat[];
  readonly byAccount: ReadonlyMap<AccountId, Seat>;
  readonly turns: KeyedRandom;
  /** Commands on their way, the first due first. */
  readonly underway: { readonly dueAt: number; readonly commands: PlainCommand[]; seat: Seat }[];
}

/** What each program is shown of its own. */
type OwnState = Pick<ProgramState, 'account' | 'fills' | 'refusals'>;

/** A program that fails as often as this does nothing any more. */
const FAULTS_MAX = 100;
const SCORE_PARTS = 100_000_000n;
const SEED_BYTES = 16;
const TURNS_STREAM = 1;

export async function runHeat(terms: HeatTerms): Promise<HeatOutcome> {
  const { rules, part } = terms;
  const follower = part === undefined ? undefined : createBareFollower();
  const heat = await openHeat(terms, follower);
  const steps = decisionsOf(rules);
  for (let step = 0; step < steps; step += 1) {
    decideAll(heat, step, steps);
    for (let beat = 0; beat < beatsOf(rules.cadenceSeconds); beat += 1) moveOn(heat);
  }
  for (const seat of heat.seats) measure(heat, seat);
  follower?.endAt(millis(heat.drive.at));
  return {
    hash: heat.venue.read.hash(),
    teams: heat.seats.map((seat) => describeSeat(heat, seat)),
  };
}

async function openHeat(terms: HeatTerms, follower: BareFollower | undefined): Promise<Heat> {
  const { rules, contracts, key, programs } = terms;
  const market = openBareMarket(
    {
      contracts,
      seed: { key, word: null },
      accounts: programs.length,
      positionMode: 'net',
      wallet: rules.capital,
      leverage: rules.leverage,
      warmUpBeats: beatsOf(rules.warmUpSeconds),
    },
    follower?.follow,
  );
  const seats: Seat[] = [];
  for (const [place, entry] of programs.entries())
    seats.push(await openSeat(terms, entry, market.accounts[place]!, market.drive.at));
  const recorder = follower && recordSeat(rules, terms.part ?? '', market, follower);
  const [first] = seats;
  if (first?.fault) refuse({ recorder, drive: market.drive }, 'start', first.fault);
  return {
    recorder,
    ...market,
    terms,
    seats,
    byAccount: new Map(seats.map((seat) => [seat.account, seat])),
    turns: new KeyedRandom(derive(key, 'perpetua contest turns')),
    underway: [],
  };
}

const derive = (key: Uint8Array, purpose: string): Buffer =>
  createHmac('sha256', key).update(purpose).digest();

async function openSeat(
  { rules, key }: HeatTerms,
  entry: HeatProgram,
  account: AccountId,
  startAt: number,
): Promise<Seat> {
  const capital = wholeMoney(rules.capital);
  const seat: Seat = {
    entry,
    account,
    program: undefined,
    hash: createHash('sha256'),
    fault: null,
    tally: { orders: 0, cancels: 0, fills: 0, refusals: 0, liquidations: 0, faults: 0, gas: 0 },
    fills: [],
    refusals: [],
    peak: capital,
    drawdown: 0n,
  };
  try {
    seat.program = await openProgram({
      text: entry.text,
      isTyped: entry.isTyped,
      startAt,
      seed: derive(key, `perpetua program ${entry.team}`).subarray(0, SEED_BYTES),
      gas: rules.gas,
      memoryMegabytes: rules.memoryMegabytes,
    });
  } catch (error) {
    seat.fault = reasonOf(error);
    seat.tally.faults += 1;
  }
  return seat;
}

/** All see the same state; whose orders come first is drawn anew each time. */
function decideAll(heat: Heat, step: number, steps: number): void {
  const { terms, venue, drive, seats, underway } = heat;
  const { rules, contracts } = terms;
  const common = JSON.stringify({
    at: drive.at,
    step,
    steps,
    markets: showMarkets(venue, contracts, rules.levels),
  } satisfies Omit<ProgramState, keyof OwnState>);
  const dueAt = drive.at + rules.latencyMillis;
  for (const place of drawTurns(heat, step)) {
    const seat = seats[place]!;
    measure(heat, seat);
    terms.watch?.(step, place);
    const commands = decideOne(heat, seat, step, common);
    terms.watch?.(step, undefined);
    if (commands.length > 0) underway.push({ dueAt, commands, seat });
  }
  submitUntil(heat, drive.at);
}

function drawTurns({ seats, turns }: Heat, step: number): number[] {
  const places = seats.map((_, place) => place);
  turns.open(TURNS_STREAM, step);
  for (let left = places.length - 1; left > 0; left -= 1) {
    const other = turns.nextWord() % (left + 1);
    [places[left], places[other]] = [places[other]!, places[left]!];
  }
  return places;
}

function decideOne(heat: Heat, seat: Seat, step: number, common: string): PlainCommand[] {
  const { program, account, entry, tally } = seat;
  if (program === undefined) return [];
  if (entry.stopAt !== undefined && step >= entry.stopAt)
    return stop(
      heat,
      seat,
      `it was stopped at decision ${entry.stopAt}: it did not come to an end`,
    );
  const { terms, venue, drive } = heat;
  const { contracts, rules } = terms;
  const own = JSON.stringify({
    account: showAccount(venue, account, contracts),
    fills: seat.fills,
    refusals: seat.refusals,
  } satisfies OwnState);
  seat.fills = [];
  seat.refusals = [];
  const decided = program.decide(`${common.slice(0, -1)},${own.slice(1)}`);
  tally.gas = program.gas();
  if (decided.kind === 'fault') {
    tally.faults += 1;
    seat.fault ??= `decision ${step}: ${decided.reason}`;
    refuse(heat, 'decide', decided.reason);
    return tally.faults < FAULTS_MAX ? [] : stop(heat, seat, 'it failed too often');
  }
  const answer = readAnswer(decided.text, { account, contracts, ordersMax: rules.ordersMax });
  if (answer.said !== '') terms.hear?.(entry.team, drive.at, answer.said);
  for (const reason of answer.refusals) refuse(heat, 'order', reason);
  return note(seat, answer);
}

function note(seat: Seat, { commands, refusals }: ProgramAnswer): PlainCommand[] {
  seat.tally.refusals += refusals.length;
  seat.refusals.push(...refusals);
  for (const { kind } of commands) {
    if (kind === 'place-order') seat.tally.orders += 1;
    else seat.tally.cancels += 1;
  }
  return [...commands];
}

/** Its orders go, its positions stay. */
function stop(heat: Heat, seat: Seat, reason: string): PlainCommand[] {
  const { account } = seat;
  refuse(heat, 'decide', reason);
  seat.program = undefined;
  seat.fault = seat.fault === null ? reason : `${seat.fault}; ${reason}`;
  return [{ kind: 'cancel-all-orders', account, contract: null, scope: 'working' }];
}

/** What is due at the time of a beat comes after it. */
function moveOn(heat: Heat): void {
  const { drive } = heat;
  submitUntil(heat, drive.at + BEAT_MILLIS - 1);
  const events = drive.step();
  if (events !== undefined) fold(heat, events);
  submitUntil(heat, drive.at);
}

function submitUntil(heat: Heat, until: number): void {
  const { underway, venue } = heat;
  for (let next = underway[0]; next !== undefined && next.dueAt <= until; next = underway[0]) {
    underway.shift();
    const { dueAt, commands, seat } = next;
    seat.hash.update(`${dueAt} ${JSON.stringify(commands)}\n`);
    fold(heat, venue.submitAt(millis(dueAt), { kind: 'batch', commands }));
  }
}

function fold(heat: Heat, events: readonly Event[]): void {
  const { byAccount, terms } = heat;
  for (const event of events) {
    switch (event.kind) {
      case 'fill-settled': {
        const { maker, taker } = event;
        const rested = byAccount.get(maker.account);
        const took = byAccount.get(taker.account);
        if (rested !== undefined) noteFill(rested, event, maker, terms.contracts);
        if (took !== undefined) noteFill(took, event, taker, terms.contracts);
        break;
      }
      case 'liquidation-started': {
        const seat = byAccount.get(event.account);
        if (seat !== undefined) seat.tally.liquidations += 1;
        break;
      }
      case 'command-rejected': {
        const seat = event.account === null ? undefined : byAccount.get(event.account);
        if (seat === undefined) break;
        seat.tally.refusals += 1;
        seat.refusals.push(event.reject.reason);
        refuse(heat, event.command, event.reject.reason);
        break;
      }
      default:
    }
  }
}

function noteFill(
  seat: Seat,
  event: FillSettled,
  own: FillSide,
  contracts: readonly Contract[],
): void {
  const contract = contracts[event.contract]!;
  const isMaker = own === event.maker;
  const made = event.takerSide === 'buy' ? 'sell' : 'buy';
  const fee = own.fee + own.liquidationFee;
  seat.tally.fills += 1;
  seat.hash.update(`${event.trade} ${event.price} ${event.size} ${own.order} ${fee}\n`);
  seat.fills.push({
    order: own.order,
    contract: contract.base,
    side: isMaker ? made : event.takerSide,
    price: shownPrice(contract, event.price),
    size: shownSize(contract, event.size),
    fee: shownMoney(money(fee)),
    maker: isMaker,
  });
}

/** What the program was told, for the report. */
const refuse = (
  { recorder, drive }: Pick<Heat, 'recorder' | 'drive'>,
  call: string,
  words: string,
): void => recorder?.refuse({ at: millis(drive.at), call, status: 0, code: '', words });

const equityOf = ({ venue }: Heat, { account }: Seat): Money =>
  venue.read.account.money(account).equity;

function measure(heat: Heat, seat: Seat): void {
  const equity = equityOf(heat, seat);
  if (equity > seat.peak) seat.peak = equity;
  const fall = seat.peak - equity;
  if (fall > seat.drawdown) seat.drawdown = fall;
}

function describeSeat(heat: Heat, seat: Seat): TeamHeat {
  const { rules } = heat.terms;
  const equity = equityOf(heat, seat);
  const capital = wholeMoney(rules.capital);
  const gained = equity - capital - (rules.score === 'return' ? 0n : seat.drawdown);
  return {
    team: seat.entry.team,
    score: Number((gained * SCORE_PARTS) / capital),
    equity: String(equity),
    ...seat.tally,
    fault: seat.fault,
    digest: seat.hash.digest('hex'),
  };
}
