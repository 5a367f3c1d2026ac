/**
 * The wording of errors for rejects of the engine, with the refused value and the limit that it
 * broke. Bots parse these texts, so the Chinese text begins with the same words, followed by the
 * translation.
 */
import type { Command } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Reject, RejectReason } from '../domain/reject.ts';
import { FINE_PER_TICK, fineTicks, lots, money, ppm, ticks } from '../domain/units.ts';
import { type ErrorCode, type Texts, type WireError, wireError } from './errors.ts';
import {
  formatFineTicks,
  formatLots,
  formatMoney,
  formatPpm,
  formatTicks,
  lotText,
  tickText,
} from './quantity.ts';
import type { MarginWords } from './words.ts';

export interface Figures {
  readonly given: string;
  /** Empty if the reject names no limit. */
  readonly limit: string;
  /** The smallest steps of the contract; empty if it is unknown. */
  readonly tick: string;
  readonly lot: string;
  /** Whether the price is too high, rather than off its step. */
  readonly isAboveLimit: boolean;
}

type Unit = 'ticks' | 'lots' | 'money' | 'ppm' | 'plain';

/** The units of the values of a reason. Other reasons have plain numbers. */
const UNITS: Readonly<Partial<Record<RejectReason, Unit>>> = {
  'account-not-empty': 'money',
  'amount-invalid': 'money',
  'amount-above-available': 'money',
  'close-above-position': 'lots',
  'close-size-locked': 'lots',
  'fee-rate-invalid': 'ppm',
  'isolated-margin-too-thin': 'money',
  'margin-insufficient': 'money',
  'margin-removal-too-large': 'money',
  'market-size-above-maximum': 'lots',
  'notional-below-minimum': 'money',
  'position-limit': 'lots',
  'position-value-limit': 'money',
  'post-only-would-take': 'ticks',
  'price-invalid': 'ticks',
  'price-too-far': 'ticks',
  'size-above-maximum': 'lots',
  'size-below-minimum': 'lots',
  'size-invalid': 'lots',
  'stop-loss-invalid': 'ticks',
  'stop-loss-wrong-side': 'ticks',
  'take-profit-invalid': 'ticks',
  'take-profit-wrong-side': 'ticks',
  'tier-limit': 'money',
  'trigger-already-satisfied': 'ticks',
  'trigger-price-invalid': 'ticks',
};

export function figuresOf(reject: Reject, contract: Contract | null): Figures {
  const unit = UNITS[reject.reason] ?? 'plain';
  const tick = contract === null ? '' : tickText(contract);
  const { given, limit } = reject;
  return {
    given: figure(unit, given, contract),
    limit: figure(unit, limit, contract),
    tick,
    lot: contract === null ? '' : lotText(contract),
    isAboveLimit:
      typeof given === 'number' && typeof limit === 'number'
        ? given > limit
        : typeof limit === 'string' && limit !== tick,
  };
}

const SHOWN_MAX = 64;

function figure(unit: Unit, value: Reject['given'], contract: Contract | null): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.slice(0, SHOWN_MAX);
  if (unit === 'money') return typeof value === 'bigint' ? formatMoney(money(value)) : `${value}`;
  const count = Number(value);
  if (unit === 'ppm') return Number.isSafeInteger(count) ? formatPpm(ppm(count)) : `${value}`;
  if (unit === 'plain' || contract === null) return `${value}`;
  if (Number.isSafeInteger(count))
    return unit === 'ticks'
      ? formatTicks(contract, ticks(count))
      : formatLots(contract, lots(count));
  // An index price lies between two ticks.
  const fine = Math.floor(count * FINE_PER_TICK + 0.5);
  return unit === 'ticks' && Number.isSafeInteger(fine)
    ? formatFineTicks(contract, fineTicks(fine))
    : `${value}`;
}

/** The data from which the error of a reject is made. */
export interface Refusal extends Figures {
  readonly reject: Reject;
  readonly command: Command | null;
  readonly marginWords: MarginWords;
}

/** An error, or how to choose it. Names in braces stand for figures of the refusal. */
type RejectAnswer = WireError | ((refusal: Refusal) => WireError);
export type Answers = Readonly<Record<RejectReason, RejectAnswer>>;
export type SomeAnswers = Partial<Answers>;

export const argument = (en: string, zh: string): WireError =>
  engineError('INVALID_ARGUMENT', { en, zh });

export const precondition = (en: string, zh: string): WireError =>
  engineError('FAILED_PRECONDITION', { en, zh });

function engineError(voice: string, { en, zh }: Texts): WireError {
  return {
    ...wireError('40015'),
    voice,
    text: { en: `${voice}: ${en}`, zh: `${voice}: ${en}（${zh}）` },
  };
}

/** Returns an error with the text of the code and a detail after it. */
export const detailed = (code: ErrorCode, en: string, zh: string, field = ''): WireError =>
  wireError(code, { field, detail: { en, zh } });
