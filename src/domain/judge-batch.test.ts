import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchTime } from '../venue/replica/batch-reader.ts';
import { type BatchVerdict, countBatch, type Incarnations, judgeBatch } from './judge-batch.ts';
import { type Millis, millis } from './units.ts';

const START = 1_800_000_000_000;
const HOUR = 3_600_000;
const own = '00000000000000aa';

/** What becomes of a batch that the log takes at the moment it is sent, or so much later. */
function offer(
  incarnations: Incarnations,
  number: number,
  at = START,
  { session = own, lateMillis = 0 } = {},
): BatchVerdict {
  const batch = { session, number, sentAt: millis(at - lateMillis) };
  const verdict = judgeBatch(incarnations, batch, { logAt: millis(at), at: millis(at) });
  if (verdict === 'counts') countBatch(incarnations, batch, millis(at));
  return verdict;
}

test('[CLU-2] a batch counts only if its number is the last one and one more', () => {
  const incarnations: Incarnations = new Map();
  const verdicts = [2, 1, 1, 3, 2, 4, 3, 2, 1].map((number) => offer(incarnations, number));
  expect(verdicts).toEqual([
    ...['ended', 'counts', 'repeat', 'gap', 'counts', 'gap', 'counts', 'repeat', 'repeat'],
  ]);
});

test('[CLU-2] whatever order a log stores batches in, they count in theirs and once', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 5 }))), (arrivals) => {
      const incarnations: Incarnations = new Map();
      const counted = new Map<string, number[]>();
      for (const [sender, number] of arrivals) {
        const session = `000000000000000${sender}`;
        if (offer(incarnations, number, START, { session }) !== 'counts') continue;
        counted.set(session, [...(counted.get(session) ?? []), number]);
      }
      for (const numbers of counted.values())
        expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    }),
  );
});

test('[CLU-2] an incarnation begins only with a batch that was sent within a minute', () => {
  const late = (lateMillis: number) => offer(new Map(), 1, START, { lateMillis });
  expect(late(60_000)).toBe('counts');
  expect(late(60_001)).toBe('stale');
  expect(late(-60_001)).toBe('stale');
  const incarnations: Incarnations = new Map();
  offer(incarnations, 1);
  // Later numbers may have been on their way for as long as they like.
  expect(offer(incarnations, 2, START, { lateMillis: HOUR })).toBe('counts');
});

test('[CLU-2] an incarnation ends after an hour without a batch, and is forgotten', () => {
  const incarnations: Incarnations = new Map();
  offer(incarnations, 1);
  expect(offer(incarnations, 2, START + HOUR)).toBe('counts');
  expect(offer(incarnations, 3, START + 2 * HOUR + 1)).toBe('ended');
  offer(incarnations, 1, START + 2 * HOUR + 1, { session: 'another' });
  expect([...incarnations.keys()]).toEqual(['another']);
});

test('[CLU-2] incarnations in use stay, whichever came first', () => {
  const incarnations: Incarnations = new Map();
  offer(incarnations, 1, START, { session: 'one' });
  offer(incarnations, 1, START + 1, { session: 'two' });
  offer(incarnations, 2, START + HOUR, { session: 'one' });
  offer(incarnations, 1, START + HOUR + 2, { session: 'three' });
  expect([...incarnations.keys()]).toEqual(['one', 'three']);
});

test('[CLU-5] the time of a batch never runs back, nor past its sender by two seconds', () => {
  const time = (previous: number, logAt: number, sentAt: number): Millis =>
    batchTime(millis(previous), { logAt: millis(logAt), sentAt: millis(sentAt) });
  expect(time(1_000, 5_000, 4_990)).toBe(5_000);
  expect(time(1_000, 9_000, 5_000)).toBe(7_000);
  expect(time(8_000, 9_000, 5_000)).toBe(8_000);
  expect(time(6_000, 5_000, 5_000)).toBe(6_000);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (previous, logAt, sentAt) => {
      const at = time(previous, logAt, sentAt);
      expect(at).toBeGreaterThanOrEqual(previous);
      expect(at).toBeLessThanOrEqual(Math.max(previous, sentAt + 2_000));
      expect(at).toBeLessThanOrEqual(Math.max(previous, logAt));
    }),
  );
});
