/** What to do about each error of the venue. This file compiles only if none is left out. */
import { ERRORS, type ErrorCode } from '../../wire/errors.ts';

const SIGNING =
  'Every call is signed for you: look whether the key is right, and whether the clock of this ' +
  'machine is.';
const KEY = 'The key is not one of this venue: start the server with the right --account or key.';
const RIGHTS = 'The key may not do this. Looking may still work; ask the person you act for.';
const ARGUMENTS = 'Correct the argument that the message names, and call again.';

const ADVICE: Readonly<Record<ErrorCode, string>> = {
  '404': 'This venue does not know the call: it is older than this program, or another one.',
  '429': 'Wait before the next call, and call less often.',
  '40001': SIGNING,
  '40002': SIGNING,
  '40003': SIGNING,
  '40005': SIGNING,
  '40006': KEY,
  '40007': SIGNING,
  '40008': SIGNING,
  '40009': SIGNING,
  '40011': SIGNING,
  '40012': KEY,
  '40013':
    'The account may not trade now: its season is closed, or it was sanctioned. You can look.',
  '40014': RIGHTS,
  '40015':
    'The message of the refusal says which rule, with the numbers. Change the request ' +
    'accordingly, and do not repeat it unchanged.',
  '40017': ARGUMENTS,
  '40018': 'The key works from other addresses only: ask the person you act for.',
  '40019': ARGUMENTS,
  '40020': ARGUMENTS,
  '40021': RIGHTS,
  '40022':
    'The message says why. Where the key may not trade, looking still works: ask the person you ' +
    'act for. Where time runs by itself nobody can step it: look again later, or ask for a venue ' +
    'that is started with --time stepped.',
  '40753': RIGHTS,
  '50000': 'A fault of the venue: look with get_open_orders and get_fills before you try again.',
  '50003': 'This account may not trade this contract: list_markets has the others.',
  '50004': RIGHTS,
  '50005': 'There is no such order of this account: get_open_orders lists those that work.',
  '50007': 'Choose a lower leverage.',
};

const isKnown = (code: string): code is ErrorCode => code in ERRORS;

/** Undefined for a code that is not one of the venue's. */
export const findAdvice = (code: string): string | undefined =>
  isKnown(code) ? ADVICE[code] : undefined;

/** What a code means in general. The text of 40015 says nothing: each refusal brings its own. */
export function findMeaning(code: string): string | undefined {
  if (code === '40015') return 'A rule of the venue refuses the request';
  return isKnown(code) ? ERRORS[code].text.en.replace(' {}', '') : undefined;
}
