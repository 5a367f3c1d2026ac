/** Numbers as people read them. Only for display: nothing is computed with the results. */
import { type Money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import { formatMoney } from '../../wire/quantity.ts';

/** `90755.3` as `90,755.3`; anything else stays as it is. */
export function withCommas(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money as sent, with at least two decimals and no zeros after them: `1,234.50`. */
export function digits(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return withCommas(`${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`);
}

const CENTS = 1_000_000n;

/** Money to the cent, truncated and not rounded, so that it never shows too much. */
export function cents(amount: Money): string {
  const text = formatMoney(amount);
  return withCommas(text.slice(0, text.indexOf('.') + 3));
}

export const signed = (amount: Money): string => {
  const isNone = toBigInt(amount) / CENTS === 0n;
  const sign = amount > NO_MONEY && !isNone ? '+' : '';
  return isNone ? '0.00' : sign + cents(amount);
};

/** A fraction such as `0.000474` as `+0.05%`. */
export function percent(fraction: string, decimals = 2): string {
  const value = Number(fraction) * 100;
  const text = value.toFixed(decimals);
  return `${value > 0 && Number(text) !== 0 ? '+' : ''}${text}%`;
}

const SHORT_UNITS = [
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'K' },
] as const;

/** A large amount in few digits: `2.32B`. */
export function short(text: string): string {
  const value = Number(text);
  const unit = SHORT_UNITS.find(({ from }) => Math.abs(value) >= from);
  if (unit === undefined) return value.toFixed(2);
  return `${(value / unit.from).toFixed(2)}${unit.letter}`;
}

/** In local time, in the form of a date input: `2026-03-02T09:30:00`; nothing if it is no time. */
export const dateInputText = (at: number): string =>
  Number.isFinite(at)
    ? new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
    : '';

export const clockTime = (at: number): string => dateInputText(at).slice(11);

export const dayAndTime = (at: number): string => dateInputText(at).slice(5).replace('T', ' ');

const two = (count: number): string => String(count).padStart(2, '0');

/** Time left, as `7:59:59`. */
export function timeLeft(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1_000));
  const hours = Math.floor(seconds / 3_600);
  return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** An amount as sent, to the cent, truncated and not rounded. */
export function amount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return withCommas(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`);
}

export function signedAmount(text: string): string {
  const shown = amount(text);
  return shown.startsWith('-') || /^0\.00$/.test(shown) ? shown : `+${shown}`;
}

/** A fraction without a sign: `3.00%`. */
export const share = (fraction: string | number, decimals?: number): string =>
  percent(String(fraction), decimals).replace('+', '');

/** Null is a dash: there is not enough data. */
export const ratio = (text: string | null): string =>
  text === null ? '–' : Number(text).toFixed(2);

export const tone = (text: string): 'up' | 'down' | '' => toneOf(Number(text));

export const toneOf = (amount: bigint | number | Money): 'up' | 'down' | '' =>
  Number(amount) > 0 ? 'up' : Number(amount) < 0 ? 'down' : '';
