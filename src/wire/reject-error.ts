/**
 * Turns a reject of the engine into an error of the interface. This file compiles only if every
 * reason has its error.
 */
import type { Command } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Reject } from '../domain/reject.ts';
import { millis } from '../domain/units.ts';
import { formatIso } from './amount-text.ts';
import { type Answers, figuresOf, type Refusal } from './engine-voice.ts';
import type { WireError } from './errors.ts';
import { ACCOUNT_ANSWERS, ORDER_ANSWERS } from './reject-texts.ts';
import type { MarginWords } from './words.ts';

const ANSWERS: Answers = { ...ACCOUNT_ANSWERS, ...ORDER_ANSWERS };

/** What the names in the texts stand for; in capitals, the same in capitals. */
const NAMED: Readonly<Record<string, (refusal: Refusal) => string>> = {
  given: ({ given }) => given,
  limit: ({ limit }) => limit,
  tick: ({ tick }) => tick,
  lot: ({ lot }) => lot,
  order: ({ reject: { order = '' } }) => String(order),
  time: ({ reject: { limit } }) => (typeof limit === 'number' ? formatIso(millis(limit)) : ''),
  held: ({ marginWords, limit }) => modeName(marginWords, limit),
  sent: ({ marginWords, given }) => modeName(marginWords, given),
};

const modeName = (words: MarginWords, mode: string): string =>
  mode === 'cross' || mode === 'isolated' ? words[mode] : mode;

const said = (name: string, refusal: Refusal): string =>
  NAMED[name]?.(refusal) ?? NAMED[name.toLowerCase()]?.(refusal).toUpperCase() ?? '';

/** What stands between braces is a name. */
const filled = (text: string, refusal: Refusal): string =>
  text
    .split(/[{}]/)
    .map((part, at) => (at % 2 === 0 ? part : said(part, refusal)))
    .join('');

/** The command that was refused, and its contract. */
export interface RejectSubject {
  readonly command: Command | null;
  readonly contract: Contract | null;
  /** The words of the caller's dialect; the venue's own words if there is none. */
  readonly marginWords?: MarginWords;
}

const VENUE_WORDS: MarginWords = { cross: 'cross', isolated: 'isolated' };

export function rejectError(reject: Reject, refused: RejectSubject): WireError {
  const { command, contract, marginWords = VENUE_WORDS } = refused;
  const refusal = { ...figuresOf(reject, contract), reject, command, marginWords };
  const answer = ANSWERS[reject.reason];
  const error = typeof answer === 'function' ? answer(refusal) : answer;
  const { en, zh } = error.text;
  const text = { en: filled(en, refusal), zh: filled(zh, refusal) };
  return { ...error, text, reason: reject.reason };
}
