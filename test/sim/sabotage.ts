/**
 * Runs an honest market under audit and spoils one thing: an event, the engine's state, or what the
 * auditor believes. The first entry where the spoiling applies decides.
 */

import { AuditFailure } from '../../proof/sim/audit/broken.ts';
import type { Model } from '../../proof/sim/audit/model.ts';
import { type Auditor, auditEntry, createAuditor } from '../../proof/sim/auditor.ts';
import { nextEntry, startWorkload } from '../../proof/sim/workload.ts';
import type { Command, Entry } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type Money, money, NO_MONEY } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { Account, Desk, VenueState } from '../../src/engine/state.ts';

export interface Spot {
  readonly entry: Entry;
  readonly events: readonly Event[];
  readonly state: VenueState;
  readonly model: Model;
}

/** What was spoiled: other events, another entry, or `true` where it was done in place. */
export type Spoiled =
  | undefined
  | true
  | { readonly events: readonly Event[]; readonly entry?: Entry };

export interface Sabotage {
  /** Between the engine and the auditor. */
  readonly after?: (spot: Spot) => Spoiled;
  /** Before the engine sees the entry; the entries after it are honest. */
  readonly before?: (spot: Omit<Spot, 'events'>) => boolean;
}

const SEEDS = 150;
const COMMANDS = 220;

/**
 * The first complaint of the auditor after the sabotage; undefined where it saw nothing. What is
 * rare is found sooner from a seed on that is known to have it.
 */
export function complaintAbout(sabotage: Sabotage, from = 1): AuditFailure | undefined {
  for (let seed = from; seed < from + SEEDS; seed += 1) {
    const outcome = runSabotaged(seed, sabotage);
    if (outcome !== 'never') return outcome;
  }
  throw new Error('the sabotage never applied');
}

function runSabotaged(seed: number, sabotage: Sabotage): AuditFailure | undefined | 'never' {
  const state = createState();
  const auditor: Auditor = createAuditor();
  const scene = startWorkload(seed, state);
  let isDone = false;
  for (let count = 0; count < COMMANDS; count += 1) {
    const entry = nextEntry(scene);
    const { model } = auditor;
    if (!isDone && sabotage.before?.({ entry, state, model }) === true) isDone = true;
    const events = apply(state, entry);
    const spoiled = isDone ? undefined : sabotage.after?.({ entry, events, state, model });
    if (spoiled !== undefined) isDone = true;
    const told = typeof spoiled === 'object' ? spoiled : { events };
    const complaint = complaintOf(() =>
      auditEntry(auditor, told.entry ?? entry, told.events, state),
    );
    if (complaint !== undefined && !isDone) throw complaint;
    if (complaint !== undefined) return complaint;
    if (spoiled !== undefined) return undefined;
  }
  return isDone ? undefined : 'never';
}

/** The same for entries that are already there. */
export function complaintIn(
  entries: readonly Entry[],
  spoil: (spot: Spot) => Spoiled,
): AuditFailure | undefined {
  const state = createState();
  const auditor = createAuditor();
  for (const entry of entries) {
    const events = apply(state, entry);
    const spoiled = spoil({ entry, events, state, model: auditor.model });
    const told = typeof spoiled === 'object' ? spoiled.events : events;
    const complaint = complaintOf(() => auditEntry(auditor, entry, told, state));
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function complaintOf(run: () => void): AuditFailure | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof AuditFailure) return error;
    throw error;
  }
}

/** Changes the first event of a kind that the change applies to. */
export const changing =
  <Kind extends Event['kind']>(
    kind: Kind,
    change: (event: Extract<Event, { kind: Kind }>, spot: Spot) => object | undefined,
  ) =>
  (spot: Spot): Spoiled => {
    for (const [place, event] of spot.events.entries()) {
      if (event.kind !== kind) continue;
      const changes = change(event as Extract<Event, { kind: Kind }>, spot);
      if (changes === undefined) continue;
      return { events: spot.events.with(place, { ...event, ...changes } as Event) };
    }
    return undefined;
  };

/** Leaves out the first event of a kind. */
export const dropping =
  (kind: Event['kind']) =>
  ({ events }: Spot): Spoiled => {
    const place = events.findIndex((event) => event.kind === kind);
    return place < 0 ? undefined : { events: events.toSpliced(place, 1) };
  };

export const repeating =
  (kind: Event['kind']) =>
  ({ events }: Spot): Spoiled => {
    const found = events.findIndex((event) => event.kind === kind);
    const event = events[found];
    return event === undefined ? undefined : { events: events.toSpliced(found, 0, event) };
  };

/** A placement by itself, and what it was asked. */
export const placementOf = ({
  command,
}: Entry): Extract<Command, { kind: 'place-order' }> | null =>
  command.kind === 'place-order' ? command : null;

/** Does something to the state or the model, in the first entry where it can. */
export const spoiling = (act: (spot: Spot) => boolean): Sabotage => ({
  after: (spot): Spoiled => (act(spot) ? true : undefined),
});

export const plusOne = (amount: bigint): Money => money(amount + 1n);

export const findTrader = ({ state }: Pick<Spot, 'state'>): Account | undefined =>
  state.accounts.find((account) => account?.role === 'trader' && account.wallet > NO_MONEY);

export const desksOf = ({ state }: Pick<Spot, 'state'>): Desk[] =>
  state.accounts
    .flatMap((account) => account?.desks ?? [])
    .filter((desk): desk is Desk => desk !== undefined);
