/**
 * Commands that only exist where several processes share one log. Each process is a replica: it
 * applies every entry of the log, and hands its own commands to the log in numbered batches.
 */
import {
  COUNT,
  type KindOf,
  MILLIS,
  type RecordOf,
  SEQ,
  TEXT,
  type TextShape,
  type ValueOf,
  wordOf,
} from './shape.ts';

/** One life of a replica, drawn at random when it begins. */
const SESSION_ID: TextShape = { form: 'text', lengthMax: 16, digits: 16 };
export type Incarnation = ValueOf<typeof SESSION_ID>;

/** Tells a batch from every other, so that one that is sent again takes effect once. */
const BATCH_IDENTITY = {
  session: SESSION_ID,
  /** 1, 2, … within the session. */
  number: COUNT,
  /** The clock of the sender at this sending. */
  sentAt: MILLIS,
};
export type BatchIdentity = RecordOf<typeof BATCH_IDENTITY>;

/** What one replica does for all of them. */
const DUTY = wordOf('market', 'season-clock', 'archive', 'snapshots');
export type Duty = ValueOf<typeof DUTY>;
export const DUTIES = DUTY.words;

/** The term under which a command is sent. If another term has begun, it changes nothing. */
export interface Mandate {
  readonly duty: Duty;
  readonly term: number;
}

export const REPLICA_COMMANDS = {
  /** The commands of a batch follow it as entries of their own, all at the same time. */
  'begin-batch': {
    ...BATCH_IDENTITY,
    /** Where the batch is in a log elsewhere; zero in files. */
    position: COUNT,
    /** How many commands follow. */
    count: COUNT,
  },
  /**
   * Asks for a duty. It is granted if its term is the one after the present, and nobody has the
   * duty or its holder was silent for too long. The first in the log has it. A holder that leaves
   * passes its duty to another in the same way.
   */
  'take-duty': { duty: DUTY, holder: SESSION_ID, term: COUNT },
  /** Changes nothing. A replica compares it with what it found itself, and stops if it differs. */
  'mark-state': {
    /** The entry after which the state had this hash. */
    seq: SEQ,
    hash: TEXT,
    /** The running hash over the places and times of all batches up to then. */
    chain: TEXT,
  },
};

type Tables = typeof REPLICA_COMMANDS;
export type BeginBatch = KindOf<'kind', 'begin-batch', Tables['begin-batch']>;
export type TakeDuty = KindOf<'kind', 'take-duty', Tables['take-duty']>;
export type MarkState = KindOf<'kind', 'mark-state', Tables['mark-state']>;
