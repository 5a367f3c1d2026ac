/**
 * The port of a log elsewhere: it stores and orders messages, and nothing else. Every question may
 * stay without an answer; whoever asks has a deadline, and asks again.
 */

import type { StoredBatch } from './batch-reader.ts';
import type { AppendSign } from './batch-sender.ts';

export interface RemoteLog {
  /** An early sign only. Rejects with LogRefused if sending it again cannot help. */
  readonly append: (bytes: Uint8Array) => Promise<AppendSign>;
  /**
   * Some messages from this place on, in order; none if there are none. There should be those up
   * to `upTo`. This and `look` reject with LogGone if the servers say that there is no such log.
   */
  readonly read: (from: number, upTo?: number) => Promise<readonly StoredBatch[]>;
  /** What the leader has at this place; undefined if the log ends before. */
  readonly look: (position: number) => Promise<StoredBatch | undefined>;
  /** The places of messages as they are stored, in any order, and each new connection. */
  readonly listen: (ear: LogEar) => void;
  /** The name of the server whose clock is that of the log. */
  readonly findLeader: () => Promise<string>;
  /** Goes to another server. Returns the name of the one that is left. */
  readonly leave: () => string;
  readonly close: () => Promise<void>;
}

export interface LogEar {
  /** A hint only: anyone may give it. */
  readonly hear: (position: number) => void;
  readonly reconnect: () => void;
}

/** The log will not take this, however often it is sent; the message says what to do. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

/** The servers work, and have no such log. They may say so for a moment after they were started. */
export class LogGone extends Error {
  override readonly name = 'LogGone';
}
