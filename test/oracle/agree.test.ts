import fc from 'fast-check';
import { test } from 'vitest';
import { seedRandom } from '../../proof/bench/generate.ts';
import { createPair, type Message, OWNERS, send } from './pair.ts';
import { MIXES, markOf, nextMessage } from './random-messages.ts';

const SEEDS_PER_MIX = 25;
const MESSAGES_PER_SEED = 250;

for (const mix of MIXES) {
  test(`[BOOK-17] the engine and the plain book agree on ${mix.name}`, () => {
    for (let seed = 1; seed <= SEEDS_PER_MIX; seed += 1) {
      const random = seedRandom(seed);
      const pair = createPair(markOf(mix));
      for (let place = 0; place < MESSAGES_PER_SEED; place += 1) {
        const message = nextMessage(random, mix);
        try {
          send(pair, message);
        } catch (cause) {
          throw new Error(`seed ${seed}, message ${place}: ${JSON.stringify(message)}`, { cause });
        }
      }
    }
  });
}

test('[BOOK-17] no short list of messages makes the engine and the plain book differ', () => {
  const label = fc.integer({ min: 1, max: 8 });
  const owner = fc.integer({ min: 0, max: OWNERS.length - 1 });
  const price = fc.oneof(
    fc.integer({ min: 1_020, max: 1_027 }),
    fc.constantFrom(1, 511, 512, 1_535, 10_239),
  );
  const size = fc.integer({ min: 1, max: 9 });
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  const timeInForce = fc.constantFrom('normal', 'normal', 'ioc', 'fok', 'post-only' as const);
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 6 });
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.record({
      kind: fc.constant('place' as const),
      label,
      owner,
      side,
      price: maybe(price),
      size,
      timeInForce,
    }),
    fc.record({
      kind: fc.constant('cancel' as const),
      label,
      by: fc.option(owner, { freq: 1 }),
    }),
    fc.record({
      kind: fc.constant('amend' as const),
      label,
      price: maybe(price),
      size: maybe(size),
    }),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      const pair = createPair(1_024);
      for (const each of messages) send(pair, each);
    }),
    { numRuns: 200 },
  );
});
