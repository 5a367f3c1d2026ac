import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** Moments of a beat at which somebody else may submit, and how many beats are stored before it. */
const MOMENTS = {
  'before it begins': { most: 0 },
  'while it is decided': { most: 1 },
  'while it is stored': { most: 1 },
  'when it is over': { most: 0 },
} as const;

test.each(Object.entries(MOMENTS))(
  '[VEN-31] an order waits for one beat at most: one sent %s',
  async (moment, { most }) => {
    const { venue, journal } = await openGated();
    const stored: ('beat' | 'order')[] = [];
    venue.listen(({ command }) => {
      stored.push(command.kind === 'record-note' ? 'order' : 'beat');
    });
    const sent: Promise<unknown>[] = [];
    const waited: number[] = [];
    const order = (): void => {
      const before = stored.length;
      const note = { actor: 'somebody', topic: 'order', text: 'an order' } as const;
      const done = venue.submit({ kind: 'record-note', ...note });
      sent.push(
        done.then(() => {
          const since = stored.slice(before, stored.indexOf('order', before));
          waited.push(since.length);
        }),
      );
    };
    for (let beat = 0; beat < 50; beat += 1) {
      const isAsked = beat % 5 === 2;
      if (isAsked && moment === 'before it begins') order();
      if (isAsked && moment === 'while it is stored') journal.hold();
      const over = venue.submitAt(millis(START + 60_000 + beat), () => {
        if (isAsked && moment === 'while it is decided') order();
        return { kind: 'advance-clock' };
      });
      if (isAsked && moment === 'while it is stored') {
        await nextTurn();
        order();
        journal.release();
      }
      await over;
      if (isAsked && moment === 'when it is over') order();
    }
    await Promise.all(sent);
    expect(waited).toHaveLength(10);
    expect(Math.max(...waited)).toBe(most);
  },
);
