/**
 * A second engine that follows the journal of the victim from its first entry. It tells which
 * orders were really created, and which state the entries lead to.
 */
import type { OrderId } from '../../src/domain/ids.ts';
import type { IdentityWords } from '../../src/domain/request-identity.ts';
import { seq as toSeq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { findJournal } from '../../src/journal/find-journal.ts';
import { Violation } from './ask.ts';

export interface JournalShadow {
  /** Reads new entries; throws if a client order id or a request got a second order. */
  readonly advance: () => void;
  /** The order that a client order id stands for. */
  readonly findOrder: (account: number, clientOrderId: string) => number | undefined;
  /** The order that a signed request led to. */
  readonly findSigned: (words: IdentityWords) => number | undefined;
  readonly seq: () => number;
  readonly hash: () => string;
}

/** Orders by client order id or request. */
type Accepted = Map<string, OrderId>;

export function followJournal(dataFolder: string): JournalShadow {
  const state = createState();
  const accepted: Accepted = new Map();
  return {
    advance: () => advance(dataFolder, state, accepted),
    findOrder: (account, clientOrderId) => accepted.get(`${account} ${clientOrderId}`),
    findSigned: (words) => accepted.get(words.join()),
    seq: () => state.seq,
    hash: () => stateHash(state),
  };
}

function advance(dataFolder: string, state: VenueState, accepted: Accepted): void {
  const journal = findJournal(dataFolder);
  if (journal === undefined || journal.last <= state.seq) return;
  for (const entries of journal.read({ from: toSeq(state.seq + 1), to: journal.last }))
    for (const entry of entries)
      for (const event of apply(state, entry)) {
        if (event.kind !== 'order-accepted') continue;
        const { account, clientOrderId, order } = event;
        if (clientOrderId !== null) note(accepted, `${account} ${clientOrderId}`, order);
        if (entry.request !== undefined) note(accepted, entry.request.words.join(), order);
      }
}

function note(accepted: Accepted, name: string, order: OrderId): void {
  const before = accepted.get(name);
  if (before !== undefined) throw new Violation(`${name} is order ${before} and order ${order}`);
  accepted.set(name, order);
}
