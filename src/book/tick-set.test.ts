import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addTick,
  createTickSet,
  removeTick,
  type TickSet,
  tickAbove,
  tickBelow,
} from './tick-set.ts';

const tick = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 40_000 }),
  fc.integer({ min: 1, max: 2 ** 20 }),
);

test('[BOOK-11] neighbours in a set of prices are those of a sorted list', () => {
  fc.assert(
    fc.property(fc.array(tick), fc.array(tick), fc.array(tick), (added, removed, asked) => {
      const set = createTickSet();
      const plain = new Set<number>();
      for (const member of added) plain.add(member);
      for (const member of plain) addTick(set, member);
      for (const member of removed) if (plain.delete(member)) removeTick(set, member);
      expectTiersAgree(set);
      const sorted = [...plain].sort((a, b) => a - b);
      for (const price of [...asked, ...added]) {
        expect(tickAbove(set, price)).toBe(sorted.find((member) => member > price) ?? 0);
        if (price >= set.reach) continue;
        expect(tickBelow(set, price)).toBe(sorted.findLast((member) => member < price) ?? 0);
      }
    }),
  );
});

/** Each bit above the lowest tier says whether its word below has any. */
function expectTiersAgree({ tiers }: TickSet): void {
  for (const [tier, words] of tiers.slice(1).entries()) {
    const below = tiers[tier] ?? words;
    expect(words).toHaveLength(Math.max(1, below.length >> 5));
    const isWrong = below.some(
      (word, at) => (((words[at >> 5] ?? 0) >>> (at & 31)) & 1) !== Math.sign(Math.abs(word)),
    );
    expect(isWrong).toBe(false);
  }
}
