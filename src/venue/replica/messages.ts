/**
 * What the process with the files and its gateways say to each other. Everything that a gateway is
 * told comes in one order: an answer comes after every entry that was durable when it was given. So
 * a gateway that has heard the answer has applied all of them.
 */
import type { VenueUnavailable } from '../venue.ts';

/** From a gateway. */
export const TO_OWNER = {
  /** Who it is: JSON of a `Hello`. */
  hello: 1,
  /** The first entry it wants, as JSON; it gets all from there on. */
  follow: 2,
  /** A batch of commands, as log-batch.ts writes it. */
  batch: 3,
  /** JSON of `Asked`, in the order in which they were asked. */
  ask: 4,
  /** The number of a notice that it has heard and heeded, as JSON. */
  heard: 5,
} as const;

/** To a gateway. */
export const TO_GATEWAY = {
  /** JSON of a `Welcome`. */
  welcome: 1,
  /** Whole records of the journal, one after the other. */
  records: 2,
  /** There was no later entry at this moment: the number of the last, as JSON. */
  caughtUp: 3,
  /** What became of a batch that did not count: JSON of a `BatchRefusal`. */
  verdict: 4,
  /** JSON of `LinkAnswer`. */
  answer: 5,
  /** JSON: its number, which is zero if nobody waits for it to be heeded, its topic and value. */
  notice: 6,
} as const;

export interface Hello {
  readonly name: string;
  readonly pid: number;
  readonly engine: number;
}

export interface Welcome {
  /** Of the journal: the venue. */
  readonly id: string;
  /** What else a gateway has to know to begin; the composition says what. */
  readonly facts: unknown;
}

/** The id is zero if no answer is wanted. */
export type Asked = readonly [id: number, topic: string, value: unknown];

/** With a third member, which says why, if there is no answer. */
export type LinkAnswer = readonly [id: number, value: unknown, because?: string];

/** Nothing of the batch was done, and its number is free again, unless it is a repeat. */
export interface BatchRefusal {
  readonly session: string;
  readonly number: number;
  readonly why: 'repeat' | 'gap' | 'stale' | 'ended' | 'refused';
  /** In words, where it was refused. */
  readonly because?: string;
  readonly reason?: VenueUnavailable['reason'];
  readonly fate?: VenueUnavailable['fate'];
}
