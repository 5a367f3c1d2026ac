/**
 * From an order id to its slot: a hash table in one typed array, so that a million ids cost no
 * objects. Ids are safe integers above zero; zero marks a free entry. Collisions step to the next
 * entry, and a removal moves later entries back instead of leaving a mark, so the table never fills
 * with the dead.
 */

export interface IdIndex {
  /** Pairs of id and slot. */
  entries: Float64Array;
  /** Number of entries minus one; a power of two minus one. */
  mask: number;
  /** Ids present. */
  count: number;
}

/** What an absent id answers. */
export const NO_ENTRY = -1;

const ENTRIES_FIRST = 64;
const NO_ID = 0;

export const createIdIndex = (): IdIndex => ({
  entries: new Float64Array(ENTRIES_FIRST * 2),
  mask: ENTRIES_FIRST - 1,
  count: 0,
});

export function findId(index: IdIndex, id: number): number {
  const at = entryOf(index, id);
  return idAt(index, at) === id ? slotAt(index, at) : NO_ENTRY;
}

/** Remembers an id that is not present. */
export function addId(index: IdIndex, id: number, slot: number): void {
  // Half full at most: a search then looks at one or two entries.
  if (index.count * 2 > index.mask) growIndex(index);
  setEntry(index, entryOf(index, id), id, slot);
  index.count += 1;
}

/** Forgets an id and answers the slot it had, in one search. */
export function takeId(index: IdIndex, id: number): number {
  const found = entryOf(index, id);
  if (idAt(index, found) === NO_ID) return NO_ENTRY;
  const slot = slotAt(index, found);
  closeUp(index, found);
  index.count -= 1;
  return slot;
}

/** Empties an entry and moves back those after it that would otherwise no longer be found. */
function closeUp(index: IdIndex, found: number): void {
  let hole = found;
  let at = (hole + 1) & index.mask;
  while (idAt(index, at) !== NO_ID) {
    const home = homeOf(index, idAt(index, at));
    // An entry may move back to the hole unless its home lies after the hole.
    if (((at - home) & index.mask) >= ((at - hole) & index.mask)) {
      setEntry(index, hole, idAt(index, at), slotAt(index, at));
      hole = at;
    }
    at = (at + 1) & index.mask;
  }
  setEntry(index, hole, NO_ID, 0);
}

/** The entry of an id, or the free one where it would go. */
function entryOf(index: IdIndex, id: number): number {
  let at = homeOf(index, id);
  while (idAt(index, at) !== NO_ID && idAt(index, at) !== id) at = (at + 1) & index.mask;
  return at;
}

/** Mixes all 53 bits, so that ids counted in steps of a power of two spread as well. */
function homeOf(index: IdIndex, id: number): number {
  const high = id < 0x1_0000_0000 ? 0 : Math.floor(id / 0x1_0000_0000) | 0;
  const mixed = Math.imul((id | 0) ^ Math.imul(high, 0x27d4eb2f), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & index.mask;
}

function growIndex(index: IdIndex): void {
  const { entries, mask } = index;
  index.entries = new Float64Array(entries.length * 2);
  index.mask = mask * 2 + 1;
  for (let at = 0; at <= mask; at += 1) {
    const id = entries[at * 2]!;
    if (id !== NO_ID) setEntry(index, entryOf(index, id), id, entries[at * 2 + 1]!);
  }
}

const idAt = (index: IdIndex, at: number): number => index.entries[at << 1]!;
const slotAt = (index: IdIndex, at: number): number => index.entries[(at << 1) + 1]!;

function setEntry(index: IdIndex, at: number, id: number, slot: number): void {
  index.entries[at << 1] = id;
  index.entries[(at << 1) + 1] = slot;
}
