/**
 * The number of each kind of command in stored records. A number is never given to another kind,
 * also when its kind is gone: journals outlive code. Below 32 the payload is compact, from 32 on it
 * is JSON.
 */
import type { Command } from '../domain/command.ts';

export const KIND_CODES = {
  'advance-clock': 1,
  'set-index-price': 2,
  'place-order': 3,
  'cancel-order': 4,
  'amend-order': 5,
  'cancel-all-orders': 6,
  batch: 7,
  'list-contract': 32,
  'halt-contract': 33,
  'resume-contract': 34,
  'open-account': 35,
  'set-account-terms': 36,
  'set-account-status': 37,
  deposit: 38,
  withdraw: 39,
  'reset-account': 40,
  'set-leverage': 41,
  'set-margin-mode': 42,
  'adjust-isolated-margin': 43,
  'set-auto-top-up': 44,
  'place-trigger': 45,
  'amend-trigger': 46,
  'close-positions': 47,
  'record-note': 64,
  'open-season': 48,
  'change-season-rules': 49,
  'enrol-team': 50,
  'leave-season': 51,
  'reset-season': 52,
  'start-season': 53,
  'end-season': 54,
  'close-season': 55,
  'sanction-account': 56,
} as const satisfies Record<Command['kind'], number>;

const KINDS: ReadonlyMap<number, string> = new Map(
  Object.entries(KIND_CODES).map(([kind, code]) => [code, kind]),
);

/** The kind that a number stands for, if this code knows it. */
export const findKind = (code: number): string | undefined => KINDS.get(code);

/** The places of words in these lists are stored too: a new word goes to the end. */
export const POSITION_SIDES = ['long', 'short'] as const;
export const EFFECTS = ['open', 'close'] as const;
export const TIMES_IN_FORCE = ['normal', 'post-only', 'fok', 'ioc'] as const;
export const MARGIN_MODES = ['cross', 'isolated'] as const;
export const CANCEL_SCOPES = ['working', 'untriggered'] as const;
