import { afterEach, expect, test, vi } from 'vitest';
import { START } from '../../test/kit/driver.ts';
import { openGated } from '../../test/venue/open-gated.ts';
import { millis } from '../domain/units.ts';

afterEach(() => vi.restoreAllMocks());

test('beats in a row leave others their turn, whatever a test does to the clock', async () => {
  const { venue } = await openGated();
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const many = 2_000;
  let [beats, others] = [0, 0];
  const other = (): void => {
    others += 1;
    if (beats < many) setImmediate(other);
  };
  setImmediate(other);
  for (; beats < many; beats += 1)
    await venue.submitAt(millis(START + 60_000 + beats), () => ({ kind: 'advance-clock' }));
  expect(others).toBeGreaterThan(2);
});
