/**
 * The number of each kind of command in stored records. A number is never reused, not even after
 * its kind is gone: journals outlive code. Below 32 the payload is compact; from 32 on it is JSON.
 */
import { assert } from '../domain/assert.ts';
import type { Command } from '../domain/command.ts';
import { DUTIES, type Duty } from '../domain/replica-command.ts';

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
  'market-beat': 8,
  'set-countdown': 60,
  'set-position-mode': 57,
  'begin-batch': 11,
  'take-duty': 61,
  'mark-state': 62,
} as const satisfies Record<Command['kind'], number>;

/**
 * The numbers of the same kinds with fields that came later. A version that does not know those
 * fields refuses the number instead of overlooking them.
 */
export const EXTENDED_CODES = {
  'place-order': 9,
  'amend-order': 10,
  'open-account': 58,
  'place-trigger': 59,
} as const satisfies Partial<Record<Command['kind'], number>>;

const KINDS: ReadonlyMap<number, string> = new Map(
  [KIND_CODES, EXTENDED_CODES].flatMap((codes) =>
    Object.entries(codes).map(([kind, code]) => [code, kind] as const),
  ),
);

/** The number under which this command is stored. */
export function codeOf(command: Command): number {
  switch (command.kind) {
    case 'place-order':
    case 'place-trigger':
      return command.options === undefined
        ? KIND_CODES[command.kind]
        : EXTENDED_CODES[command.kind];
    case 'amend-order':
      return command.priceMatch === undefined
        ? KIND_CODES[command.kind]
        : EXTENDED_CODES[command.kind];
    case 'open-account':
      return command.positionMode === undefined
        ? KIND_CODES[command.kind]
        : EXTENDED_CODES[command.kind];
    default:
      return KIND_CODES[command.kind];
  }
}

/** The kind that a number stands for, if this code knows it. */
export const findKind = (code: number): string | undefined => KINDS.get(code);

/** A word that a compact command stores as its place in a list, in some bits of a byte. */
export interface WordField<Word extends string = string> {
  readonly words: readonly Word[];
  readonly shift: number;
  readonly mask: number;
}

/**
 * A new word goes to the end of its list. A word beyond the room would read back as another, so the
 * program refuses to start with it. It needs a new kind of command with more room.
 */
export function wordField<const Word extends string>(
  words: readonly Word[],
  { shift, bits }: { readonly shift: number; readonly bits: number },
): WordField<Word> {
  const room = 1 << bits;
  assert(words.length <= room && shift + bits <= 8, `${bits} bits have no room for`, words.join());
  return { words, shift, mask: room - 1 };
}

/** The first byte of an order. */
export const POSITION_SIDE_FIELD = wordField(['long', 'short'], { shift: 0, bits: 1 });
export const EFFECT_FIELD = wordField(['open', 'close'], { shift: 1, bits: 1 });
export const TIME_IN_FORCE_FIELD = wordField(['normal', 'post-only', 'fok', 'ioc'], {
  shift: 2,
  bits: 2,
});
export const MARGIN_MODE_FIELD = wordField(['cross', 'isolated'], { shift: 4, bits: 4 });
/** The first byte of an order's options. */
export const POSITION_MODE_FIELD = wordField(['hedge', 'net'], { shift: 0, bits: 1 });
export const SELF_TRADE_FIELD = wordField(['cancel-maker', 'cancel-taker', 'cancel-both'], {
  shift: 1,
  bits: 3,
});
export const PRICE_MATCH_FIELD = wordField(['opponent', 'queue'], { shift: 4, bits: 2 });
export const CLIENT_IDS_FIELD = wordField(['open-only'], { shift: 6, bits: 2 });
/** The first byte of a cancel of all; its seventh bit says whether a contract is named. */
export const CANCEL_SCOPE_FIELD = wordField(['working', 'untriggered'], { shift: 0, bits: 1 });
/** The byte that stands before a command that is sent for a duty. */
export const DUTY_FIELD: WordField<Duty> = wordField(DUTIES, { shift: 0, bits: 8 });
