/** The newest items up to a fixed number, so that memory does not grow with history. */

export interface Ring<Item> {
  readonly capacity: number;
  readonly items: Item[];
  /** Where the next item goes once the ring is full; the oldest stands there. */
  next: number;
}

export const createRing = <Item>(capacity: number): Ring<Item> => ({
  capacity,
  items: [],
  next: 0,
});

export function pushItem<Item>(ring: Ring<Item>, item: Item): void {
  if (ring.items.length < ring.capacity) {
    ring.items.push(item);
    return;
  }
  ring.items[ring.next] = item;
  ring.next = (ring.next + 1) % ring.capacity;
}

/** Newest first. */
export function newestItems<Item>(ring: Ring<Item>, limit: number): Item[] {
  const { items, next } = ring;
  const count = Math.min(limit, items.length);
  const found: Item[] = [];
  for (let back = 1; back <= count; back += 1) {
    const item = items[(next + items.length - back) % items.length];
    if (item !== undefined) found.push(item);
  }
  return found;
}

/** Oldest first: what a ring is recovered from. */
export const listRing = <Item>(ring: Ring<Item>): Item[] =>
  newestItems(ring, ring.items.length).reverse();

export function recoverRing<Item>(capacity: number, oldestFirst: readonly Item[]): Ring<Item> {
  const ring = createRing<Item>(capacity);
  for (const item of oldestFirst) pushItem(ring, item);
  return ring;
}
