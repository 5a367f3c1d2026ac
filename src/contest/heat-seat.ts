/** A seat of a heat: who decides there, and what has happened to it. */

import type { Hash } from 'node:crypto';
import type { Contract } from '../domain/contract.ts';
import type { Event, FillSettled } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import type { AccountId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';
import type { Decided } from './program.ts';
import type { ShownFill } from './program-words.ts';
import { isRecord, isTooDeep, TOO_DEEP } from './read-answer.ts';
import type { RiskMeter } from './risk-caps.ts';
import { shownMoney, shownPrice, shownSize } from './show-state.ts';

/** The endings of the files of programs. */
export type FileLanguage = 'js' | 'ts' | 'py';

/** A decision as it is published. */
export type RecordedAnswer =
  | { readonly orders?: unknown; readonly cancels?: unknown }
  | { readonly fault: string };

export interface HeatProgram {
  readonly team: string;
  readonly text: string;
  readonly language: FileLanguage;
  /** What it answered, where it is not run: one that need not do the same twice. */
  readonly answers?: readonly RecordedAnswer[];
  /** The decision at which somebody stopped it from outside; what it would have done is unknown. */
  readonly stopAt?: number;
  /** Whether it is asked at that decision all the same, to see that it hangs there. */
  readonly isDoubted?: boolean;
  /** It is no program: whoever runs the heat asks somebody. */
  readonly isAsked?: boolean;
}

/** What is to be run: a heat, and who meets in it. */
export interface HeatOrder {
  readonly key: Uint8Array;
  /** Which of the programs take part. */
  readonly places: readonly number[];
  /** By place, those that were stopped in an earlier attempt, with the decision. */
  readonly stops?: ReadonlyMap<number, number> | undefined;
  /** By place, of those that are not run again. */
  readonly answers?: ReadonlyMap<number, readonly RecordedAnswer[]> | undefined;
  /** Of those that were stopped, whom a verifier has not seen hang yet. */
  readonly doubted?: ReadonlySet<number> | undefined;
}

export const takePart = (
  programs: readonly HeatProgram[],
  { places, stops, answers, doubted }: HeatOrder,
): HeatProgram[] =>
  places.map((place) => {
    const stopAt = stops?.get(place);
    const recorded = answers?.get(place);
    return {
      ...programs[place]!,
      ...(stopAt === undefined ? {} : { stopAt, isDoubted: doubted?.has(place) ?? false }),
      ...(recorded === undefined ? {} : { answers: recorded }),
    };
  });

/** Somebody who says again what was recorded. */
export function replayAnswers(answers: readonly RecordedAnswer[]): Decider {
  const waiting = answers.values();
  return {
    gas: () => 0,
    decide: () => {
      const given: unknown = waiting.next().value;
      if (!isRecord(given)) return { kind: 'fault', reason: 'no answer of it is published' };
      if (isTooDeep(given)) return { kind: 'fault', reason: TOO_DEEP };
      const { fault } = given;
      return fault === undefined
        ? { kind: 'answer', text: JSON.stringify(given) }
        : { kind: 'fault', reason: String(fault) };
    },
  };
}

/** A program that fails as often as this in a heat does nothing any more. */
export const FAULTS_MAX = 100;

/** Whoever decides: a program in its sandbox, or somebody whose answer is waited for. */
export interface Decider {
  readonly decide: (state: string) => Decided | Promise<Decided>;
  /** Units used since the beginning. */
  readonly gas: () => number;
}

/** A decision, and what came of it before the next one. */
export interface NotedDecision {
  readonly team: string;
  readonly step: number;
  readonly at: number;
  /** Before it, in the quote currency. */
  readonly equity: number;
  /** By base. */
  readonly marks: Readonly<Record<string, number>>;
  /** As it was given; null where it failed, or was too long. */
  readonly answer: string | null;
  readonly fault: string | null;
  readonly fills: readonly ShownFill[];
  readonly refusals: readonly string[];
}

/** What a program did in a heat. */
export interface HeatTally {
  orders: number;
  cancels: number;
  fills: number;
  refusals: number;
  liquidations: number;
  /** Decisions that failed. */
  faults: number;
  gas: number;
}

export interface HeatSeat {
  readonly entry: HeatProgram;
  readonly account: AccountId;
  /** Undefined where its text is no program, or once it is stopped. */
  decider: Decider | undefined;
  readonly hash: Hash;
  readonly tally: HeatTally;
  fault: string | null;
  /** Since its last decision. */
  fills: ShownFill[];
  refusals: string[];
  /** Its last decision, while what comes of it is not known. */
  last: Omit<NotedDecision, 'fills' | 'refusals'> | undefined;
  readonly meter: RiskMeter;
  /** Its birth, and all decisions so far. */
  tookMillis: number;
  /** Whether a verifier asked it where it was stopped, and it was slow. */
  isUnseen: boolean;
  peak: bigint;
  drawdown: bigint;
}

const NO_END = 'it did not come to an end';
/** A decision of a program that means no harm takes a thousandth of this, and a heat a tenth. */
const SLOW_MILLIS = 1_000;
const SLOW_HEAT_MILLIS = 6_000;

export const tellStop = ({ stopAt }: HeatProgram, found = NO_END): string =>
  `it was stopped at decision ${stopAt}: ${found}`;

/** It did not hang. Where that took long, it may have taken too long for the judge. */
export function judgeStop(seat: HeatSeat, took: number): string {
  seat.isUnseen = took > SLOW_MILLIS || seat.tookMillis > SLOW_HEAT_MILLIS;
  return tellStop(seat.entry, seat.isUnseen ? NO_END : 'it comes to an end there');
}

/** What happened to the seats of a heat. */
export function foldSeats(
  byAccount: ReadonlyMap<AccountId, HeatSeat>,
  contracts: readonly Contract[],
  events: readonly Event[],
  refused: (command: string, reason: string) => void,
): void {
  for (const event of events) {
    if (event.kind === 'fill-settled')
      for (const side of [event.maker, event.taker]) {
        const seat = byAccount.get(side.account);
        if (seat !== undefined) noteFill(seat, event, side, contracts);
      }
    const account = 'account' in event ? event.account : null;
    const seat = account === null ? undefined : byAccount.get(account);
    if (seat === undefined) continue;
    if (event.kind === 'liquidation-started') seat.tally.liquidations += 1;
    if (event.kind !== 'command-rejected') continue;
    seat.tally.refusals += 1;
    seat.refusals.push(event.reject.reason);
    refused(event.command, event.reject.reason);
  }
}

function noteFill(
  seat: HeatSeat,
  event: FillSettled,
  own: FillSide,
  contracts: readonly Contract[],
): void {
  const contract = contracts[event.contract]!;
  const isMaker = own === event.maker;
  const made = event.takerSide === 'buy' ? 'sell' : 'buy';
  const fee = toBigInt(own.fee) + toBigInt(own.liquidationFee);
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
