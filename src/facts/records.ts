/**
 * The records of a cluster: what its replicas share and the log does not hold. Keys, registrations,
 * logs of decisions, notes and the archive are tables of one PostgreSQL database; each part brings
 * its own tables and statements. Nothing here waits for ever: a database that does not answer in
 * time counts as away.
 */

/** A row by the names of its columns. Integers of 64 bits come as bigint. */
export type RecordRow = Readonly<Record<string, RecordCell>>;
export type RecordCell = null | number | bigint | string | boolean;

/** A value of a statement; an array fills a column of many rows. */
export type RecordValue = RecordCell | readonly RecordCell[];

/** Runs a statement; a question mark stands for each value. */
export type Ask = (sql: string, values?: readonly RecordValue[]) => Promise<readonly RecordRow[]>;

/** Tables that can be asked, whatever database they are in. */
export interface Tables {
  readonly ask: Ask;
  /** All of it or nothing. The statements of one are made one after the other. */
  readonly transact: <Result>(run: (ask: Ask) => Promise<Result>) => Promise<Result>;
}

/** What a part of the records is told. */
export interface RecordsListener {
  /** Something that a replica, perhaps this one, has told; never before it is stored. */
  readonly hear: (text: string) => void;
  /**
   * Reads everything anew: at the beginning, and whenever the connection was lost, since nobody
   * knows what was told meanwhile.
   */
  readonly refresh: () => Promise<void>;
}

export interface Records extends Tables {
  /** Where they are, for messages: without the password. */
  readonly name: string;
  /**
   * Makes the tables of a part that has none yet, and brings those of the form before to this one
   * if it is told how. Throws if they have another form.
   */
  readonly prepare: (
    part: string,
    form: number,
    schema: readonly string[],
    upgrade?: readonly string[],
  ) => Promise<void>;
  /** Resolves when it listens and has refreshed for the first time. */
  readonly listen: (channel: string, listener: RecordsListener) => Promise<void>;
  /** How long the database has not answered; zero while it does. */
  readonly awayMillis: () => number;
  readonly close: () => Promise<void>;
}

/** A statement that tells the listeners of a channel, once the transaction it is in is stored. */
export const TELL = 'SELECT pg_notify(?, ?)';

/**
 * - `away`: the database cannot be reached, is full or too slow. It may be asked again.
 * - `asynchronous`: it confirms what a power cut may still undo.
 * - `read-only`: it is a standby, or takes no changes.
 * - `unfit`: its version or its encoding is not one that can be used.
 * - `lost`: it is empty, and the venue is not new.
 * - `venue`: it has the records of another venue.
 * - `engine`: replicas of a newer version have used it.
 * - `key`: its secrets are sealed with another key-encryption key.
 * - `form`: tables of another version.
 */
export type RecordsFault =
  | 'away'
  | 'asynchronous'
  | 'read-only'
  | 'unfit'
  | 'lost'
  | 'venue'
  | 'engine'
  | 'key'
  | 'form';

/** The message says what to do, for the operator of the venue. */
export class RecordsError extends Error {
  override readonly name = 'RecordsError';
  readonly fault: RecordsFault;

  constructor(fault: RecordsFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
