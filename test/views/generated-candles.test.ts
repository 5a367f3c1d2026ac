/** Candles with generated ones before them, saved without these and put together again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { contractId } from '../../src/domain/ids.ts';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { fineTicks, lots, millis, money, ticks } from '../../src/domain/units.ts';
import { type Candle, flatCandle } from '../../src/views/candle-ring.ts';
import { seriesOf, underlayHistory } from '../../src/views/candles.ts';
import { INTERVALS } from '../../src/views/interval.ts';
import { readCandles } from '../../src/views/read-candles.ts';
import { type ContractHistory, seedHistory } from '../../src/views/seed-history.ts';
import { recoverViews, snapshotViews, type ViewsData } from '../../src/views/snapshot-views.ts';
import { createViews, foldEntry, type Views } from '../../src/views/views.ts';
import { exampleContract } from '../kit/contracts.ts';

const BTC = contractId(0);
/** A Wednesday, in the middle of every longer interval. */
const BEGUN = Date.UTC(2026, 0, 14, 9, 37);
const MINUTE = 60_000;

interface Step {
  readonly after: number;
  readonly price: number;
}

function fold(views: Views, at: number, event: object): void {
  const seq = (views.seq + 1) as typeof views.seq;
  foldEntry(views, { seq, at: millis(at), events: [event as Event] });
}

/** A mark and an index at each step, some minutes after the one before. */
function tell(views: Views, from: number, steps: readonly Step[]): number {
  let at = from;
  for (const { after, price } of steps) {
    at += after * MINUTE;
    const told = { mark: ticks(price), index: fineTicks(price * 100 + 1) };
    fold(views, at, { kind: 'prices-marked', contract: BTC, ...told });
  }
  return at;
}

/** With gaps, ending with the minute before the first real one. */
function minutesOf(steps: readonly Step[]): Candle[] {
  let at = BEGUN;
  const made = steps.map(({ after, price }): Candle => {
    at -= MINUTE;
    const candle = { ...flatCandle(millis(at), fineTicks(price * 100)), base: lots(price) };
    at -= after * MINUTE;
    return { ...candle, quote: money(BigInt(price) * 10n ** 12n), trades: 1 };
  });
  return made.reverse();
}

const pictureOf = (views: Views, now: number) =>
  (['last', 'mark', 'index'] as const).flatMap((price) =>
    INTERVALS.map((interval) => {
      const query = { interval, limit: 500, now: millis(now), start: null, end: null };
      return readCandles(seriesOf(views.candles, BTC, price), query);
    }),
  );

const throughText = (views: Views): Views =>
  recoverViews(parsePlain(stringifyPlain(snapshotViews(views))) as ViewsData);

const stepsOf = (afterMax: number, most: number) =>
  fc.array(
    fc.record({ after: fc.nat({ max: afterMax }), price: fc.integer({ min: 1, max: 9_999 }) }),
    { minLength: 1, maxLength: most },
  );

test('[VIEW-19] candles saved without generated ones are the same with them put back', () => {
  fc.assert(
    fc.property(stepsOf(400, 60), stepsOf(9, 40), stepsOf(900, 60), (made, first, then) => {
      const minutes = minutesOf(made);
      const history: ContractHistory[] = [
        { last: minutes, mark: minutes, index: minutes, funding: [] },
      ];
      const views = createViews();
      fold(views, BEGUN, { kind: 'contract-listed', contract: exampleContract() });
      seedHistory(views, history);
      const follower = throughText(views);
      const at = tell(views, BEGUN, first);
      tell(follower, BEGUN, first);
      // Whoever never had the generated minutes arrives at the same dump.
      expect(stringifyPlain(snapshotViews(follower))).toBe(stringifyPlain(snapshotViews(views)));
      const restored = throughText(views);
      underlayHistory(restored.candles, history);
      expect(pictureOf(restored, at)).toEqual(pictureOf(views, at));
      const end = tell(views, at, then);
      tell(restored, at, then);
      expect(pictureOf(restored, end)).toEqual(pictureOf(views, end));
      underlayHistory(follower.candles, history);
      tell(follower, at, then);
      expect(pictureOf(follower, end)).toEqual(pictureOf(views, end));
    }),
    { seed: 515, numRuns: 20 },
  );
});

test('[VIEW-19] a dump grows with real candles only; other generated minutes are refused', () => {
  const views = createViews();
  fold(views, BEGUN, { kind: 'contract-listed', contract: exampleContract() });
  const minutes = minutesOf(Array.from({ length: 3_000 }, () => ({ after: 0, price: 7 })));
  seedHistory(views, [{ last: minutes, mark: minutes, index: minutes, funding: [] }]);
  const [row] = snapshotViews(views).candles;
  for (const { interval, candles } of row!.last.rings)
    expect(candles.split(';').length, interval).toBeLessThanOrEqual(2);
  const earlier = minutes.slice(0, -1);
  const other = [{ last: earlier, mark: earlier, index: earlier }];
  expect(() => underlayHistory(throughText(views).candles, other)).toThrow('other minutes');
});
