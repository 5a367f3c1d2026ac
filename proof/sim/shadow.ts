/**
 * A second engine that must agree with the first: recovered from a snapshot that went through JSON,
 * it takes the same entries for a while and must give the same events and end with the same hash.
 * And a refused command must leave the state as if nothing but time had passed.
 */
import type { Entry } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { apply } from '../../src/engine/apply.ts';
import { recoverSnapshot } from '../../src/engine/recover-snapshot.ts';
import { type Snapshot, stateHash, takeSnapshot } from '../../src/engine/snapshot.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { broken } from './audit/broken.ts';
import { chance, type Dice, roll } from './dice.ts';

export interface Shadow {
  readonly dice: Dice;
  /** The recovered engine, while one is running. */
  state: VenueState | null;
  /** How many entries it still has to agree on. */
  left: number;
  /** The state before the present entry, if its refusal is to be checked. */
  before: VenueState | null;
}

export const createShadow = (dice: Dice): Shadow => ({ dice, state: null, left: 0, before: null });

/**
 * Of a hundred entries, how many start a shadow or keep a copy; of shadows, how many go by text.
 */
const START_PERCENT = 3;
const COPY_PERCENT = 3;
const TEXT_PERCENT = 30;
const RUN_MAX = 25;

export const copyState = (state: VenueState): VenueState => recoverSnapshot(takeSnapshot(state));

/** The same, by way of text: money must keep every digit. */
export const copyThroughText = (state: VenueState): VenueState =>
  recoverSnapshot(parseSnapshot(stringifyPlain(takeSnapshot(state))));

/** A snapshot back from text. What it must contain is the restoring engine's own check. */
function parseSnapshot(text: string): Snapshot {
  const data = parsePlain(text);
  if (!isSnapshot(data)) throw new TypeError('this text is not a snapshot');
  return data;
}

const isSnapshot = (data: unknown): data is Snapshot =>
  typeof data === 'object' && data !== null && 'version' in data && 'accounts' in data;

export function beforeEntry(shadow: Shadow, state: VenueState): void {
  if (state.seq === 0) return;
  if (shadow.state === null && chance(shadow.dice, START_PERCENT)) {
    shadow.state = chance(shadow.dice, TEXT_PERCENT) ? copyThroughText(state) : copyState(state);
    shadow.left = roll(shadow.dice, 1, RUN_MAX);
    if (stateHash(shadow.state) !== stateHash(state))
      broken('28 restore', 'a recovered state has another hash');
  }
  shadow.before = chance(shadow.dice, COPY_PERCENT) ? copyState(state) : null;
}

export function afterEntry(
  shadow: Shadow,
  entry: Entry,
  events: readonly Event[],
  state: VenueState,
): void {
  if (shadow.state !== null) followEntry(shadow, shadow.state, entry, events, state);
  if (shadow.before !== null && isRefused(entry, events)) {
    apply(shadow.before, { ...entry, command: { kind: 'advance-clock' } });
    if (stateHash(shadow.before) !== stateHash(state))
      broken('CHK-2', 'a refused command changed the state');
  }
}

function followEntry(
  shadow: Shadow,
  copy: VenueState,
  entry: Entry,
  events: readonly Event[],
  state: VenueState,
): void {
  const again = apply(copy, entry);
  if (stringifyPlain(again) !== stringifyPlain(events))
    broken(
      '28 restore',
      `a restored engine tells it differently: ${firstDifference(events, again)}`,
    );
  shadow.left -= 1;
  if (shadow.left > 0) return;
  if (stateHash(copy) !== stateHash(state))
    broken('28 restore', 'a restored engine went on to another hash');
  shadow.state = null;
}

function firstDifference(events: readonly Event[], again: readonly Event[]): string {
  for (let place = 0; place < Math.max(events.length, again.length); place += 1) {
    const [one, two] = [
      stringifyPlain(events[place] ?? null),
      stringifyPlain(again[place] ?? null),
    ];
    if (one !== two) return `event ${place} is ${one}, then ${two}`;
  }
  return 'nowhere';
}

const isRefused = ({ command }: Entry, events: readonly Event[]): boolean =>
  events.length === 1 &&
  events[0]?.kind === 'command-rejected' &&
  events[0].command === command.kind;
