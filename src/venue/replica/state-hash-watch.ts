/**
 * Compares the replicas. Each writes the hash of its state into the log every so many entries, and
 * each counts who found what. The one that finds itself alone against others stops: its books are
 * wrong, and nobody may trade on them.
 */
import type { Entry } from '../../domain/command.ts';
import { digest } from '../../domain/hash.ts';
import type { Incarnation, MarkState } from '../../domain/replica-command.ts';
import { stateHash } from '../../engine/snapshot.ts';
import type { VenueState } from '../../engine/state.ts';

/**
 * Where one process orders the log for the others, it alone writes hashes, and each of them
 * compares its own: after so many entries, and so many milliseconds apart. On a busy venue a hash
 * holds everybody up for a tenth of a second.
 */
export const OWNER_PACE = [20_000, 30_000] as const;

/** Those of this many moments are kept; a replica that is further behind compares no older ones. */
const MOMENTS_KEPT = 8;

/** A hash, and how many replicas had the same and another one there. */
export interface LastStateHash extends Pick<MarkState, 'seq' | 'hash' | 'chain'> {
  readonly same: number;
  readonly other: number;
}

export class StateHashWatch {
  readonly #every: number;
  readonly #apartMillis: number;
  /** By the log: all who follow it agree on the next. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  #last: MarkState | undefined;
  readonly #own = new Map<number, string>();
  readonly #votes = new Map<number, Map<Incarnation, string>>();

  constructor(everyEntries: number, apartMillis = 0) {
    this.#every = everyEntries;
    this.#apartMillis = apartMillis;
  }

  /** After each entry. */
  isDue({ seq, at, command }: Pick<Entry, 'seq' | 'at' | 'command'>): boolean {
    if (command.kind === 'mark-state') this.#writtenAt = at;
    return seq % this.#every === 0 && at - this.#writtenAt >= this.#apartMillis;
  }

  /** The hash to write. */
  take(state: VenueState): MarkState {
    const own = createStateHash(state);
    keep(this.#own, own.seq, textOf(own));
    this.#last = own;
    return own;
  }

  get last(): LastStateHash | undefined {
    if (this.#last === undefined) return undefined;
    const { seq, hash, chain } = this.#last;
    const given = [...(this.#votes.get(seq)?.values() ?? [])];
    const same = given.filter((text) => text === this.#own.get(seq)).length;
    return { seq, hash, chain, same, other: given.length - same };
  }

  /** A hash came back. Says what is wrong if more replicas differ from this one than agree. */
  compare(written: MarkState, writer: Incarnation): string | undefined {
    const own = this.#own.get(written.seq);
    if (own === undefined) return undefined;
    const votes = this.#votes.get(written.seq) ?? new Map<Incarnation, string>();
    keep(this.#votes, written.seq, votes.set(writer, textOf(written)));
    const given = [...votes.values()];
    const against = given.filter((text) => text !== own).length;
    if (against <= given.length - against) return undefined;
    return (
      `after entry ${written.seq} this replica has ${own}, and ${against} others have ` +
      `${textOf(written)}. Start it again from a snapshot, and keep its data folder for a ` +
      'comparison'
    );
  }
}

export const createStateHash = (state: VenueState): MarkState => ({
  kind: 'mark-state',
  seq: state.seq,
  hash: stateHash(state),
  chain: digest(state.log.chain),
});

const textOf = ({ hash, chain }: Pick<MarkState, 'hash' | 'chain'>): string =>
  `state ${hash}, log ${chain}`;

function keep<Value>(kept: Map<number, Value>, seq: number, value: Value): void {
  kept.set(seq, value);
  for (const old of [...kept.keys()].slice(0, -MOMENTS_KEPT)) kept.delete(old);
}
