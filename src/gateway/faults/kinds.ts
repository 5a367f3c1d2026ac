/**
 * The kinds of faults, one row each: what a kind does, where on its way a call or a frame meets it,
 * and the settings it takes. A kind that answers instead of the venue gives the error here; each
 * dialect words it in its own way.
 */
import { type WireError, wireError } from '../../wire/errors.ts';
import type { FaultKind } from '../../wire/fault-names.ts';

/** Where a fault is met. */
export type FaultHook =
  /** A call or a handshake waits before it is served. */
  | 'before'
  /** It is refused instead of served. */
  | 'instead'
  /** It gets an answer of earlier; frames of the same content are not sent. */
  | 'stale'
  /** The house withdraws before an order is placed. */
  | 'order'
  /** The answer is lost after the effect. */
  | 'after'
  | 'frame-twice'
  | 'frame-late'
  | 'socket-cut'
  | 'socket-silent';

export type FaultSetting = 'delayMillis' | 'jitterMillis' | 'status' | 'retryAfterSeconds' | 'part';

export type FaultSettings = Readonly<Partial<Record<FaultSetting, number>>>;

/** What a setting may be. */
export type Allowed =
  | { readonly least: number; readonly most: number; readonly usual: number }
  | { readonly oneOf: readonly number[]; readonly usual: number };

interface KindTerms {
  readonly hook: FaultHook;
  /** What the number of calls counts; null if only time ends the fault. */
  readonly counts: 'calls' | 'orders' | 'frames' | 'sockets' | null;
  readonly takes?: Readonly<Partial<Record<FaultSetting, Allowed>>>;
  /** For lists and for the journal. */
  readonly what: (settings: FaultSettings) => string;
  readonly error?: (settings: FaultSettings) => WireError;
}

/** Below the time after which a silent connection is cut anyway. */
const DELAY_MOST = 20_000;

const delay = (least: number, usual: number): Allowed => ({ least, most: DELAY_MOST, usual });

export const FAULT_KINDS: Readonly<Record<FaultKind, KindTerms>> = {
  delay: {
    hook: 'before',
    counts: 'calls',
    takes: { delayMillis: delay(1, 1_000), jitterMillis: delay(0, 0) },
    what: (settings) => `calls wait ${waitText(settings)}`,
  },
  'rate-limit': {
    hook: 'instead',
    counts: 'calls',
    takes: { retryAfterSeconds: { least: 1, most: 60, usual: 1 } },
    what: () => 'calls are refused with 429',
    error: () => wireError('429'),
  },
  'server-error': {
    hook: 'instead',
    counts: 'calls',
    takes: { status: { oneOf: [500, 502, 503, 504], usual: 500 } },
    what: ({ status }) => `calls are refused with ${status}`,
    error: ({ status = 500 }) => ({ ...wireError('50000'), status }),
  },
  blocked: {
    hook: 'instead',
    counts: 'calls',
    what: () => 'calls are refused with 521, as if the address were not allowed',
    error: () => wireError('40018'),
  },
  maintenance: {
    hook: 'instead',
    counts: 'calls',
    what: () => 'calls are refused because of maintenance',
    error: () =>
      wireError('40015', {
        detail: { en: 'under maintenance, try again later', zh: '系统维护中，请稍后重试' },
      }),
  },
  'lost-answer': {
    hook: 'after',
    counts: 'calls',
    what: () => 'what a call changes takes effect, and its answer is lost',
  },
  'stale-book': {
    hook: 'stale',
    counts: 'calls',
    what: () => 'depth and ticker stand still',
  },
  'partial-fills': {
    hook: 'order',
    counts: 'orders',
    takes: { part: { least: 0.01, most: 0.99, usual: 0.5 } },
    what: ({ part = 0 }) => `the house leaves ${Math.round(part * 100)} % of an order to fill`,
  },
  'duplicated-frames': {
    hook: 'frame-twice',
    counts: 'frames',
    what: () => 'frames are sent twice',
  },
  'late-frames': {
    hook: 'frame-late',
    counts: 'frames',
    takes: { delayMillis: delay(1, 2_000), jitterMillis: delay(0, 0) },
    what: (settings) => `frames come ${waitText(settings)} late`,
  },
  'dropped-sockets': {
    hook: 'socket-cut',
    counts: 'sockets',
    takes: { delayMillis: delay(1, 1_000) },
    what: ({ delayMillis }) => `sockets are cut, new ones after ${delayMillis} ms`,
  },
  'half-open-sockets': {
    hook: 'socket-silent',
    counts: null,
    what: () => 'open sockets fall silent',
  },
};

const waitText = ({ delayMillis = 0, jitterMillis = 0 }: FaultSettings): string =>
  jitterMillis === 0 ? `${delayMillis} ms` : `${delayMillis} to ${delayMillis + jitterMillis} ms`;
