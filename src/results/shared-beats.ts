/**
 * Beats of a market whose venue is a cluster. The replica that decides one knows the log up to some
 * entry, which the beat names; others may write before it has its place. So whoever checks it reads
 * ahead, and decides it again right after that entry.
 */
import type { Batch, Entry } from '../domain/command.ts';
import { DECIDED_SLOT, unpackDoubles } from '../market/memory.ts';

/** Many times what a busy log takes in while a beat is on its way. */
const ENTRIES_AHEAD = 50_000;

/** The same entries, each of them told of long before it is its turn. */
export function* readAhead<End>(
  parts: Generator<readonly Entry[], End>,
  tell: (entry: Entry) => void,
): Generator<readonly Entry[], End> {
  const ahead: (readonly Entry[])[] = [];
  let count = 0;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done === true) {
      yield* ahead;
      return next.value;
    }
    next.value.forEach(tell);
    ahead.push(next.value);
    count += next.value.length;
    while (count > ENTRIES_AHEAD) {
      const [first = []] = ahead.splice(0, 1);
      count -= first.length;
      yield first;
    }
  }
}

/** The entry after which a beat was decided; undefined for a beat of a venue for itself. */
export function decidedAfter({ command, mandate }: Entry): number | undefined {
  const [first] = command.kind === 'batch' ? command.commands : [];
  if (mandate?.duty !== 'market' || first?.kind !== 'market-beat') return undefined;
  const decided = first.memories.find(({ slot }) => slot === DECIDED_SLOT);
  return decided === undefined ? undefined : unpackDoubles(decided.bytes)[0];
}

/** Decides beats again at their time, and keeps the decisions until their entries come. */
export class SharedBeats {
  readonly #awaited = new Map<number, Entry[]>();
  readonly #decisions = new Map<number, Batch | undefined>();

  foresee(entry: Entry): void {
    const after = decidedAfter(entry);
    if (after === undefined) return;
    this.#awaited.set(after, [...(this.#awaited.get(after) ?? []), entry]);
  }

  /** All that were decided after this entry, which has just been applied. */
  pass(seq: number, decide: (entry: Entry) => Batch | undefined): void {
    const awaited = this.#awaited.get(seq);
    if (awaited === undefined) return;
    this.#awaited.delete(seq);
    for (const entry of awaited) this.#decisions.set(entry.seq, decide(entry));
  }

  has({ seq }: Entry): boolean {
    return this.#decisions.has(seq);
  }

  take({ seq }: Entry): Batch | undefined {
    const decision = this.#decisions.get(seq);
    this.#decisions.delete(seq);
    return decision;
  }
}
