/**
 * A second engine that follows the journal of the victim from its first entry. It tells which
 * orders were really created, and which state the entries lead to.
 */
import type { AccountId, OrderId } from '../../domain/ids.ts';
import { seq as toSeq } from '../../domain/units.ts';
import { apply } from '../../engine/apply.ts';
import { createState } from '../../engine/create-state.ts';
import type { VenueState } from '../../engine/state.ts';
import { stateHash } from '../../engine/state-hash.ts';
import { findRange } from '../../journal/journal-range.ts';
import { nodeFiles } from '../../journal/node-files.ts';
import { readEntries } from '../../journal/read-entries.ts';
import { listSegments } from '../../journal/segment-name.ts';
import { Violation } from './ask.ts';

export interface JournalShadow {
  /** Reads what is new; throws where a client order id was given a second order. */
  readonly advance: () => void;
  /** The order that a client order id stands for. */
  readonly findOrder: (account: number, clientOrderId: string) => number | undefined;
  readonly orders: () => number;
  readonly seq: () => number;
  readonly hash: () => string;
}

export function followJournal(dataFolder: string): JournalShadow {
  const state = createState();
  const accepted = new Map<string, OrderId>();
  return {
    advance: () => advance(dataFolder, state, accepted),
    findOrder: (account, clientOrderId) => accepted.get(`${account} ${clientOrderId}`),
    orders: () => accepted.size,
    seq: () => state.seq,
    hash: () => stateHash(state),
  };
}

function advance(dataFolder: string, state: VenueState, accepted: Map<string, OrderId>): void {
  const segments = listSegments(nodeFiles, dataFolder);
  const range = findRange(nodeFiles, dataFolder, segments);
  if (range === undefined || range.last <= state.seq) return;
  const from = toSeq(state.seq + 1);
  for (const entries of readEntries(nodeFiles, dataFolder, segments, { from, to: range.last }))
    for (const entry of entries)
      for (const event of apply(state, entry)) {
        if (event.kind !== 'order-accepted' || event.clientOrderId === null) continue;
        note(accepted, event.account, event.clientOrderId, event.order);
      }
}

function note(accepted: Map<string, OrderId>, account: AccountId, name: string, order: OrderId) {
  const key = `${account} ${name}`;
  const before = accepted.get(key);
  if (before !== undefined)
    throw new Violation(`${name} of account ${account} is order ${before} and order ${order}`);
  accepted.set(key, order);
}
