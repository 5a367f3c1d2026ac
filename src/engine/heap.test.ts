import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNode, type Heap, type HeapNode, putNode, removeNode } from './heap.ts';

const ITEMS = 60;

const step = fc.record({
  verb: fc.constantFrom('put', 'put', 'put', 'remove', 'take'),
  item: fc.integer({ min: 0, max: ITEMS - 1 }),
  key: fc.integer({ min: -500, max: 500 }),
});

function expectSound(heap: Heap<number>, nodes: readonly HeapNode<number>[]): void {
  heap.forEach((node, place) => {
    expect(node.place).toBe(place);
    if (place > 0) expect(heap[(place - 1) >> 1]!.key).toBeLessThanOrEqual(node.key);
  });
  expect(nodes.filter((node) => node.place >= 0).length).toBe(heap.length);
}

test('[ENG-3] a heap agrees with a sorted list over puts, moves and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300, size: 'max' }), (steps) => {
      const heap: Heap<number> = [];
      const nodes = Array.from({ length: ITEMS }, (_, item) => createNode(item));
      const plain = new Map<number, number>();
      for (const { verb, item, key } of steps) {
        const node = verb === 'take' ? heap[0] : nodes[item]!;
        if (node === undefined) continue;
        if (verb === 'put') {
          putNode(heap, node, key);
          plain.set(item, key);
        } else {
          removeNode(heap, node);
          plain.delete(node.item);
        }
        const keys = [...plain.values()].sort((first, second) => first - second);
        expect(heap[0]?.key).toBe(keys[0]);
        expect(heap.map((each) => each.key).sort((first, second) => first - second)).toEqual(keys);
        expectSound(heap, nodes);
      }
    }),
    { numRuns: 25 },
  );
});

test('[ENG-3] taking the first again and again gives the keys in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 100 }), (keys) => {
      const heap: Heap<number> = [];
      keys.forEach((key, item) => {
        putNode(heap, createNode(item), key);
      });
      const taken: number[] = [];
      for (let node = heap[0]; node !== undefined; node = heap[0]) {
        taken.push(node.key);
        removeNode(heap, node);
      }
      expect(taken).toEqual([...keys].sort((first, second) => first - second));
    }),
  );
});

test('[ENG-3] removing a node that is in no heap does nothing', () => {
  const heap: Heap<string> = [];
  const inside = createNode('inside');
  putNode(heap, inside, 1);
  removeNode(heap, createNode('outside'));
  expect(heap).toEqual([inside]);
});

test('[ENG-3] a node of one heap is not taken out of another', () => {
  const here: Heap<string> = [];
  const there: Heap<string> = [];
  const node = createNode('here');
  putNode(here, node, 1);
  expect(() => removeNode(there, node)).toThrow('another heap');
});
