/**
 * Runs one seed: workload, engine, auditor and shadow, entry by entry, until something is wrong.
 */
import type { Entry } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { checkBook } from '../check-book.ts';
import { replay } from '../replay.ts';
import { broken } from './audit/broken.ts';
import { type Auditor, auditEntry, createAuditor } from './auditor.ts';
import { type Coverage, noteEvents } from './coverage.ts';
import { createDice } from './dice.ts';
import { afterEntry, beforeEntry, createShadow, type Shadow } from './shadow.ts';
import { nextEntry, startWorkload } from './workload.ts';

interface Failure {
  readonly entry: Entry;
  readonly error: Error;
  /** The engine's events, if it got that far. */
  readonly events: readonly Event[];
}

export interface SimOutcome {
  readonly seed: number;
  readonly entries: readonly Entry[];
  readonly coverage: Coverage;
  /** The hash of the last state; empty after a failure. */
  readonly hash: string;
  readonly failure: Failure | null;
}

/** An engine under audit; entries go in one by one. */
export interface Bench {
  readonly state: VenueState;
  readonly auditor: Auditor;
  readonly shadow: Shadow;
  readonly coverage: Coverage;
}

const createBench = (seed: number): Bench => ({
  state: createState(),
  auditor: createAuditor(),
  shadow: createShadow(createDice(seed, 0x5eed)),
  coverage: new Map(),
});

export function simulate(seed: number, commands: number): SimOutcome {
  const bench = createBench(seed);
  const scene = startWorkload(seed, bench.state);
  const entries: Entry[] = [];
  while (entries.length < commands) {
    const entry = nextEntry(scene);
    entries.push(entry);
    const failure = tryEntry(bench, entry);
    if (failure !== null) return { seed, entries, coverage: bench.coverage, hash: '', failure };
  }
  return finish(seed, bench, entries);
}

/** The same, with entries that exist already. */
export function simulateEntries(seed: number, entries: readonly Entry[]): SimOutcome {
  const bench = createBench(seed);
  for (const entry of entries) {
    const failure = tryEntry(bench, entry);
    if (failure !== null) return { seed, entries, coverage: bench.coverage, hash: '', failure };
  }
  return finish(seed, bench, entries);
}

function finish(seed: number, bench: Bench, entries: readonly Entry[]): SimOutcome {
  const { coverage, state } = bench;
  const hash = stateHash(state);
  const last = entries.at(-1);
  let failure: Failure | null = null;
  if (last !== undefined)
    failure = attempt(last, () => {
      checkBooks(state);
      if (stateHash(replay(entries)) !== hash) broken('28 replay', 'a replay ends elsewhere');
      return [];
    });
  return { seed, entries, coverage, hash: failure === null ? hash : '', failure };
}

function checkBooks({ listings }: VenueState): void {
  for (const { book } of listings) checkBook(book);
}

/** How often the structure of every book is checked. */
const BOOKS_EVERY = 64;

function tryEntry(bench: Bench, entry: Entry): Failure | null {
  const { state, auditor, shadow, coverage } = bench;
  return attempt(entry, (tell) => {
    beforeEntry(shadow, state);
    const events = apply(state, entry);
    tell(events);
    noteEvents(coverage, events);
    auditEntry(auditor, entry, events, state);
    if (entry.seq % BOOKS_EVERY === 0) checkBooks(state);
    afterEntry(shadow, entry, events, state);
    return events;
  });
}

function attempt(
  entry: Entry,
  run: (tell: (events: readonly Event[]) => void) => readonly Event[],
): Failure | null {
  let told: readonly Event[] = [];
  try {
    run((events) => {
      told = events;
    });
    return null;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { entry, error, events: told };
  }
}
