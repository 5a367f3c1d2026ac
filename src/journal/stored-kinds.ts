/**
 * How each kind of command is stored: under which number, and where in its bytes the fields of the
 * first two forms stand. A number is never reused, not even after its kind is gone, and a layout
 * never changes: journals outlive code. Fields that came later are in no layout; they follow by
 * themselves. A kind without a layout is JSON.
 */
import type { PlainCommand } from '../domain/command.ts';

/**
 * One bit says whether a field is there, or that a choice is its second case. Two numbers are a
 * word: from which bit on its place in the list stands, and how many bits there are.
 */
export type Bits = number | readonly [shift: number, bits: number];

export interface Section {
  readonly bytes: readonly Readonly<Record<string, Bits>>[];
  /** What follows the bytes, in this order. Only the last may be anything but a number. */
  readonly values: readonly string[];
}

export interface StoredKind {
  readonly code: number;
  readonly layout?: Section;
  /**
   * The same kind with its field of the second form. A version that does not know the field
   * refuses the number instead of overlooking it.
   */
  readonly extended?: { readonly code: number; readonly layout?: Section };
}

export const BATCH_CODE = 7;

export const STORED_KINDS = {
  'advance-clock': { code: 1, layout: { bytes: [], values: [] } },
  'set-index-price': { code: 2, layout: { bytes: [], values: ['contract', 'price'] } },
  'place-order': {
    code: 3,
    layout: {
      bytes: [
        { positionSide: [0, 1], effect: [1, 1], timeInForce: [2, 2], marginMode: [4, 4] },
        { price: 0, clientOrderId: 1, takeProfit: 2, stopLoss: 3, marginMode: 4 },
      ],
      values: ['account', 'contract', 'size', 'price', 'takeProfit', 'stopLoss', 'clientOrderId'],
    },
    extended: {
      code: 9,
      layout: {
        bytes: [
          {
            'options.positionMode': [0, 1],
            'options.selfTrade': [1, 3],
            'options.priceMatch.of': [4, 2],
            'options.clientIds': [6, 2],
          },
          {
            'options.positionMode': 0,
            'options.selfTrade': 1,
            'options.priceMatch': 2,
            'options.expiresAt': 3,
            'options.clientIds': 4,
          },
        ],
        values: ['options.priceMatch.level', 'options.expiresAt'],
      },
    },
  },
  'cancel-order': { code: 4, layout: { bytes: [{ target: 1 }], values: ['account', 'target'] } },
  'amend-order': {
    code: 5,
    layout: {
      bytes: [{ price: 0, target: 1, size: 5 }],
      values: ['account', 'size', 'price', 'target'],
    },
    extended: {
      code: 10,
      layout: { bytes: [{ 'priceMatch.of': [4, 2] }], values: ['priceMatch.level'] },
    },
  },
  'cancel-all-orders': {
    code: 6,
    layout: { bytes: [{ scope: [0, 1], contract: 6 }], values: ['account', 'contract'] },
  },
  'market-beat': { code: 8, layout: { bytes: [], values: ['beat', 'memories'] } },
  'play-tape': {
    code: 12,
    layout: { bytes: [], values: ['contract', 'maker', 'taker', 'steps'] },
  },
  'begin-batch': {
    code: 11,
    layout: { bytes: [], values: ['session', 'number', 'sentAt', 'position', 'count'] },
  },
  'list-contract': { code: 32 },
  'halt-contract': { code: 33 },
  'resume-contract': { code: 34 },
  'open-account': { code: 35, extended: { code: 58 } },
  'set-account-terms': { code: 36 },
  'set-account-status': { code: 37 },
  deposit: { code: 38 },
  withdraw: { code: 39 },
  'reset-account': { code: 40 },
  'set-leverage': { code: 41 },
  'set-margin-mode': { code: 42 },
  'adjust-isolated-margin': { code: 43 },
  'set-auto-top-up': { code: 44 },
  'place-trigger': { code: 45, extended: { code: 59 } },
  'amend-trigger': { code: 46 },
  'close-positions': { code: 47 },
  'open-season': { code: 48 },
  'change-season-rules': { code: 49 },
  'enrol-team': { code: 50 },
  'leave-season': { code: 51 },
  'reset-season': { code: 52 },
  'start-season': { code: 53 },
  'end-season': { code: 54 },
  'close-season': { code: 55 },
  'sanction-account': { code: 56 },
  'set-position-mode': { code: 57 },
  'set-countdown': { code: 60 },
  'take-duty': { code: 61 },
  'mark-state': { code: 62 },
  'record-note': { code: 64 },
  'set-latency': { code: 65 },
} as const satisfies Record<PlainCommand['kind'], StoredKind>;
