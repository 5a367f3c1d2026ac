import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/proof/bench/random.ts';
import { createPair, type Message, send } from './pair.ts';
import { MIXES, nextMessage } from './random-messages.ts';

const SEEDS_PER_MIX = 40;
const MESSAGES_PER_SEED = 250;

for (const mix of MIXES) {
  test(`[BOOK-17] the fast and the plain book agree on ${mix.name}`, () => {
    for (let seed = 1; seed <= SEEDS_PER_MIX; seed += 1) {
      const random = createRandom(seed);
      const pair = createPair();
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

test('[BOOK-17] no short list of messages makes the two books differ', () => {
  const id = fc.integer({ min: 1, max: 8 });
  const price = fc.oneof(
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom(1_023, 1_024, 2 ** 27 - 1),
  );
  const size = fc.integer({ min: 1, max: 9 });
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  const timeInForce = fc.constantFrom('normal', 'normal', 'ioc', 'fok', 'post-only' as const);
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.record({ kind: fc.constant('new' as const), id, side, price, size, timeInForce }),
    fc.record({ kind: fc.constant('cancel' as const), id }),
    fc.record({ kind: fc.constant('modify' as const), id, price, size }),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      const pair = createPair();
      for (const each of messages) send(pair, each);
    }),
    { numRuns: 300 },
  );
  expect.hasAssertions();
});
