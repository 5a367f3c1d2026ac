/**
 * One heat: a market from its seed, and the programs that trade in it. Everything that happens
 * follows from the seed, the rules and the texts of the programs, so whoever runs it again gets the
 * same orders, fills and scores.
 */
import { createHash } from 'node:crypto';
import type { PlainCommand } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Money, millis, toBigInt } from '../domain/units.ts';
import { type BareMarket, openBareMarket } from '../market/bare-market.ts';
import { wholeMoney } from '../market/genesis.ts';
import { KeyedRandom } from '../market/random.ts';
import { type BareFollower, createBareFollower } from '../verdict/follow-bare.ts';
import type { LifePart } from '../verdict/life-part.ts';
import type { LifeRecorder } from '../verdict/record-life.ts';
import { decisionsOf } from './contest-rules.ts';
import { deriveKey, type HeatDrive, type HeatMarketTerms, marketOf } from './heat-market.ts';
import {
  type Decider,
  FAULTS_MAX,
  foldSeats,
  type HeatProgram,
  type HeatSeat,
  type HeatTally,
  judgeStop,
  type NotedDecision,
  replayAnswers,
  tellStop,
} from './heat-seat.ts';
import type { Decided, ProgramBirth } from './program.ts';
import type { ProgramState } from './program-words.ts';
import { ANSWER_LENGTH_MAX, type ProgramAnswer, readAnswer } from './read-answer.ts';
import { recordSeat } from './record-seat.ts';
import { judgeRisk, type RiskCaps } from './risk-caps.ts';
import { showAccount, showMarkets, shownMoney } from './show-state.ts';

export interface HeatTerms extends HeatMarketTerms {
  readonly programs: readonly HeatProgram[];
  /** Told the place of a program before it decides, and undefined after that. */
  readonly watch?: (decision: number, place: number | undefined) => void;
  /** Told the life of its one program, for a report. */
  readonly keepLife?: ((life: LifePart) => void) | undefined;
  /** Told what the programs write to their consoles. */
  readonly hear?: (team: string, at: number, said: string) => void;
  /** Who sits down for a team. */
  readonly seat: (entry: HeatProgram, birth: ProgramBirth) => Promise<Decider>;
  readonly note?: (decision: NotedDecision) => void;
  /** In milliseconds, of whoever runs the programs: what they took of a busy machine. */
  readonly worked?: () => number;
  readonly caps?: RiskCaps | undefined;
}

/** As it is published. */
export interface TeamHeat extends Readonly<HeatTally> {
  readonly team: string;
  /** In 1e-8 of the capital. */
  readonly score: number;
  /** At the end, at the mark, in 1e-8 of the quote currency. */
  readonly equity: string;
  /** Why the first decision failed that did. */
  readonly fault: string | null;
  /** Of every command and every fill. */
  readonly digest: string;
}

export interface HeatOutcome {
  /** Of the whole venue at the end. */
  readonly hash: string;
  readonly teams: readonly TeamHeat[];
  /** Teams whose stop was doubted and not seen: they came to an end there, but slowly. */
  readonly unseen: readonly string[];
}

interface Heat extends BareMarket<HeatDrive> {
  /** Of the only program, if its life is kept. */
  readonly recorder: LifeRecorder | undefined;
  readonly terms: HeatTerms;
  readonly seats: readonly HeatSeat[];
  readonly byAccount: ReadonlyMap<AccountId, HeatSeat>;
  readonly turns: KeyedRandom;
  /** Commands on their way, the first due first. */
  readonly underway: { dueAt: number; commands: PlainCommand[]; seat: HeatSeat }[];
}

/** What each program is shown of its own, and what all of them are shown. */
type OwnState = Pick<ProgramState, 'account' | 'fills' | 'refusals'>;
type CommonState = Omit<ProgramState, keyof OwnState>;

/** Somebody may have stopped it from outside. */
type Asked = Decided | { readonly kind: 'stop'; readonly reason: string };

const SCORE_PARTS = 100_000_000n;
const SEED_BYTES = 16;
const TURNS_STREAM = 1;

export async function runHeat(terms: HeatTerms): Promise<HeatOutcome> {
  const { rules, keepLife } = terms;
  const follower = keepLife === undefined ? undefined : createBareFollower();
  const heat = await openHeat(terms, follower);
  const steps = decisionsOf(rules);
  for (let step = 0; step < steps; step += 1) {
    await decideAll(heat, step, steps);
    moveOn(heat, heat.drive.at + rules.cadenceSeconds * 1_000);
  }
  for (const seat of heat.seats) {
    measure(heat, seat);
    tellLast(heat, seat);
  }
  follower?.endAt(millis(heat.drive.at));
  return {
    hash: heat.venue.read.hash(),
    teams: heat.seats.map((seat) => describeSeat(heat, seat)),
    unseen: heat.seats.flatMap(({ entry, isUnseen }) => (isUnseen ? [entry.team] : [])),
  };
}

async function openHeat(terms: HeatTerms, follower: BareFollower | undefined): Promise<Heat> {
  const { rules, contracts, key, programs, keepLife } = terms;
  const market = openBareMarket(
    {
      contracts,
      accounts: programs.length,
      positionMode: 'net',
      wallet: rules.capital,
      leverage: rules.leverage,
      warmUpMillis: rules.warmUpSeconds * 1_000,
    },
    marketOf(terms),
    follower?.follow,
  );
  const seats: HeatSeat[] = [];
  for (const [place, entry] of programs.entries()) {
    terms.watch?.(0, place);
    seats.push(await openSeat(terms, entry, market.accounts[place]!, market.drive.at));
    terms.watch?.(0, undefined);
  }
  const recorder = follower && keepLife && recordSeat(rules, keepLife, market, follower);
  if (seats[0]?.fault) refuse({ recorder, drive: market.drive }, 'start', seats[0].fault);
  return {
    recorder,
    ...market,
    terms,
    seats,
    byAccount: new Map(seats.map((seat) => [seat.account, seat])),
    turns: new KeyedRandom(deriveKey(key, 'perpetua contest turns')),
    underway: [],
  };
}

const clockOf = ({ worked }: HeatTerms): number => worked?.() ?? performance.now();

async function openSeat(
  terms: HeatTerms,
  entry: HeatProgram,
  account: AccountId,
  startAt: number,
): Promise<HeatSeat> {
  const { rules, key, seat: sit } = terms;
  const capital = wholeMoney(rules.capital);
  const seat: HeatSeat = {
    entry,
    account,
    decider: undefined,
    hash: createHash('sha256'),
    fault: null,
    tally: { orders: 0, cancels: 0, fills: 0, refusals: 0, liquidations: 0, faults: 0, gas: 0 },
    fills: [],
    refusals: [],
    last: undefined,
    meter: { day: 0, value: 0 },
    tookMillis: 0,
    isUnseen: false,
    peak: toBigInt(capital),
    drawdown: 0n,
  };
  // Whoever hung at the first decision may have hung before it.
  if (entry.stopAt === 0 && !entry.isDoubted) return { ...seat, decider: replayAnswers([]) };
  const began = clockOf(terms);
  try {
    seat.decider = await sit(entry, {
      text: entry.text,
      isTyped: entry.language === 'ts',
      startAt,
      seed: deriveKey(key, `perpetua program ${entry.team}`).subarray(0, SEED_BYTES),
      gas: rules.gas,
      memoryMegabytes: rules.memoryMegabytes,
    });
  } catch (error) {
    seat.fault = reasonOf(error);
    seat.tally.faults += 1;
  }
  seat.tookMillis = clockOf(terms) - began;
  return seat;
}

/** All see the same state; whose orders come first is drawn anew each time. */
async function decideAll(heat: Heat, step: number, steps: number): Promise<void> {
  const { terms, venue, drive, seats, underway } = heat;
  const { rules, contracts } = terms;
  const common: CommonState = {
    at: drive.at,
    step,
    steps,
    markets: showMarkets(venue, contracts, rules.levels),
  };
  const text = JSON.stringify(common);
  const asked = drawTurns(heat, step).map((place) => {
    const seat = seats[place]!;
    measure(heat, seat);
    tellLast(heat, seat);
    terms.watch?.(step, place);
    const decided = ask(heat, seat, step, text);
    terms.watch?.(step, undefined);
    return { seat, decided };
  });
  const answers = await Promise.all(asked.map(({ decided }) => decided));
  for (const [at, { seat }] of asked.entries()) {
    const given = answers[at];
    if (given === undefined) continue;
    const commands = take(heat, seat, given, common);
    const thought = given.kind === 'answer' ? (given.thoughtMillis ?? 0) : 0;
    const dueAt = drive.at + rules.latencyMillis + thought;
    if (commands.length > 0) underway.push({ dueAt, commands, seat });
  }
  underway.sort((one, two) => one.dueAt - two.dueAt);
  submitUntil(heat, drive.at);
}

/** What came of the decision before is known now. */
function tellLast({ terms }: Heat, seat: HeatSeat): void {
  const { last, fills, refusals } = seat;
  seat.last = undefined;
  if (last !== undefined) terms.note?.({ ...last, fills, refusals });
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

function ask(
  { terms, venue }: Heat,
  seat: HeatSeat,
  step: number,
  common: string,
): Asked | Promise<Asked> | undefined {
  const { decider, account, entry } = seat;
  if (decider === undefined) return undefined;
  if (entry.stopAt !== undefined && step >= entry.stopAt && !entry.isDoubted)
    return { kind: 'stop', reason: tellStop(entry) };
  const own = JSON.stringify({
    account: showAccount(venue, account, terms.contracts),
    fills: seat.fills,
    refusals: seat.refusals,
  } satisfies OwnState);
  seat.fills = [];
  seat.refusals = [];
  const began = clockOf(terms);
  const decided = decider.decide(`${common.slice(0, -1)},${own.slice(1)}`);
  const took = clockOf(terms) - began;
  seat.tookMillis += took;
  if (step !== entry.stopAt) return decided;
  return { kind: 'stop', reason: judgeStop(seat, took) };
}

/** What it wants, or nothing where it failed. */
function take(heat: Heat, seat: HeatSeat, asked: Asked, { step, at, markets }: CommonState) {
  if (asked.kind === 'stop') return stop(heat, seat, asked.reason);
  const { account, entry, tally, decider } = seat;
  const { contracts, rules, hear } = heat.terms;
  const isFault = asked.kind === 'fault';
  tally.gas = decider?.gas() ?? tally.gas;
  seat.last = {
    team: entry.team,
    step,
    at,
    equity: shownMoney(equityOf(heat, seat)),
    marks: Object.fromEntries(Object.entries(markets).map(([base, { mark }]) => [base, mark])),
    answer: isFault || asked.text.length > ANSWER_LENGTH_MAX ? null : asked.text,
    fault: isFault ? asked.reason : null,
  };
  if (isFault) {
    tally.faults += 1;
    seat.fault ??= `decision ${step}: ${asked.reason}`;
    refuse(heat, 'decide', asked.reason);
    return tally.faults < FAULTS_MAX ? [] : stop(heat, seat, 'it failed too often');
  }
  const answer = readAnswer(asked.text, { account, contracts, ordersMax: rules.ordersMax });
  if (answer.said !== '') hear?.(entry.team, at, answer.said);
  const within = withinCaps(heat, seat, answer);
  for (const reason of within.refusals) refuse(heat, 'order', reason);
  return note(seat, within);
}

function withinCaps({ terms }: Heat, seat: HeatSeat, answer: ProgramAnswer): ProgramAnswer {
  const { caps, contracts, rules } = terms;
  const { last, meter } = seat;
  if (caps === undefined || last === undefined) return answer;
  const moment = { ...last, lost: rules.capital - last.equity, contracts };
  const judged = answer.commands.map((command) => ({
    command,
    reason: judgeRisk(caps, meter, command, moment),
  }));
  return {
    ...answer,
    commands: judged.flatMap(({ command, reason }) => (reason === undefined ? [command] : [])),
    refusals: [...answer.refusals, ...judged.flatMap(({ reason }) => reason ?? [])],
  };
}

function note(seat: HeatSeat, { commands, refusals }: ProgramAnswer): PlainCommand[] {
  seat.tally.refusals += refusals.length;
  seat.refusals.push(...refusals);
  for (const { kind } of commands) {
    if (kind === 'place-order') seat.tally.orders += 1;
    else seat.tally.cancels += 1;
  }
  return [...commands];
}

/** Its orders go, its positions stay. */
function stop(heat: Heat, seat: HeatSeat, reason: string): PlainCommand[] {
  const { account } = seat;
  refuse(heat, 'decide', reason);
  seat.decider = undefined;
  seat.fault = seat.fault === null ? reason : `${seat.fault}; ${reason}`;
  return [{ kind: 'cancel-all-orders', account, contract: null, scope: 'working' }];
}

/** What is due at the time of a beat comes after it. */
function moveOn(heat: Heat, end: number): void {
  const { drive } = heat;
  for (let beat = drive.nextBeat(); beat <= end; beat = drive.nextBeat()) {
    submitUntil(heat, beat - 1);
    fold(heat, drive.step());
  }
  submitUntil(heat, end);
  drive.reach(end);
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

const fold = (heat: Heat, events: readonly Event[]): void =>
  foldSeats(heat.byAccount, heat.terms.contracts, events, (command, reason) =>
    refuse(heat, command, reason),
  );

/** What the program was told, for the report. */
const refuse = (
  { recorder, drive }: Pick<Heat, 'recorder' | 'drive'>,
  call: string,
  words: string,
): void => recorder?.refuse({ at: millis(drive.at), call, status: 0, code: '', words });

const equityOf = ({ venue }: Heat, { account }: HeatSeat): Money =>
  venue.read.account.money(account).equity;

function measure(heat: Heat, seat: HeatSeat): void {
  const equity = equityOf(heat, seat);
  if (toBigInt(equity) > seat.peak) seat.peak = toBigInt(equity);
  const fall = seat.peak - toBigInt(equity);
  if (fall > seat.drawdown) seat.drawdown = fall;
}

function describeSeat(heat: Heat, seat: HeatSeat): TeamHeat {
  const { rules } = heat.terms;
  const equity = equityOf(heat, seat);
  const capital = wholeMoney(rules.capital);
  const gained =
    toBigInt(equity) - toBigInt(capital) - (rules.score === 'return' ? 0n : seat.drawdown);
  return {
    team: seat.entry.team,
    score: Number((gained * SCORE_PARTS) / toBigInt(capital)),
    equity: String(equity),
    ...seat.tally,
    fault: seat.fault,
    digest: seat.hash.digest('hex'),
  };
}
