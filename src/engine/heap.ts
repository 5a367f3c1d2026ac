/**
 * A min-heap whose items know their own place, so that any of them can be moved or taken out. The
 * key is a number; a max-heap is a min-heap of negated keys. Equal keys come out in any order, so
 * callers that care sort what they take out.
 */
import { assert } from '../domain/assert.ts';

export interface HeapNode<Item> {
  key: number;
  /** Its index in the heap; -1 while it is in none. */
  place: number;
  readonly item: Item;
}

/** The first has the smallest key. */
export type Heap<Item> = HeapNode<Item>[];

export const createNode = <Item>(item: Item): HeapNode<Item> => ({ key: 0, place: -1, item });

/** Puts the node in, or moves it to its new key. */
export function putNode<Item>(heap: Heap<Item>, node: HeapNode<Item>, key: number): void {
  if (node.place < 0) {
    node.key = key;
    node.place = heap.length;
    heap.push(node);
    siftUp(heap, node);
    return;
  }
  if (key === node.key) return;
  const rises = key < node.key;
  node.key = key;
  if (rises) siftUp(heap, node);
  else siftDown(heap, node);
}

/** Takes the node out, if it is in the heap. */
export function removeNode<Item>(heap: Heap<Item>, node: HeapNode<Item>): void {
  if (node.place < 0) return;
  assert(heap[node.place] === node, 'a heap node stands in another heap');
  const last = heap.pop();
  if (last !== undefined && last !== node) {
    last.place = node.place;
    heap[last.place] = last;
    siftUp(heap, last);
    siftDown(heap, last);
  }
  node.place = -1;
}

function siftUp<Item>(heap: Heap<Item>, node: HeapNode<Item>): void {
  let place = node.place;
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || parent.key <= node.key) break;
    heap[place] = parent;
    parent.place = place;
    place = above;
  }
  heap[place] = node;
  node.place = place;
}

function siftDown<Item>(heap: Heap<Item>, node: HeapNode<Item>): void {
  let place = node.place;
  for (;;) {
    const left = heap[2 * place + 1];
    if (left === undefined) break;
    const right = heap[2 * place + 2];
    const child = right !== undefined && right.key < left.key ? right : left;
    if (child.key >= node.key) break;
    const below = child.place;
    heap[place] = child;
    child.place = place;
    place = below;
  }
  heap[place] = node;
  node.place = place;
}
