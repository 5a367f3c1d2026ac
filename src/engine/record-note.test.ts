import { expect, test } from 'vitest';
import { createDriver, eventOf } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { takeSnapshot } from './snapshot.ts';

const note = { kind: 'record-note', actor: 'operator', topic: 'chaos', text: 'a shock' } as const;

test('[ENG-4] a note is told as it was written, and nothing else changes', () => {
  const driver = createDriver();
  const before = takeSnapshot(driver.state);
  const events = driver.run(note, 0);
  expect(events).toHaveLength(1);
  expect(eventOf(events, 'note-recorded')).toEqual({ ...note, kind: 'note-recorded' });
  expect(takeSnapshot(driver.state)).toEqual({ ...before, seq: before.seq + 1 });
});

test('[ENG-4] a note that is too long is refused with its length and the limit', () => {
  const driver = createDriver();
  const refused = (changes: object) => expectRefused(driver, { ...note, ...changes });
  const reason = 'note-too-long';
  expect(refused({ actor: 'x'.repeat(65) })).toEqual({ reason, given: 65, limit: 64 });
  expect(refused({ topic: 'x'.repeat(33) })).toEqual({ reason, given: 33, limit: 32 });
  expect(refused({ text: 'x'.repeat(501) })).toEqual({ reason, given: 501, limit: 500 });
});

test('[ENG-4] what the market remembers is told, and nothing else changes', () => {
  const driver = createDriver();
  const before = takeSnapshot(driver.state);
  const memories = [{ slot: 3, bytes: Uint8Array.of(1, 2) }];
  const events = driver.run({ kind: 'market-beat', beat: 12, memories }, 0);
  expect(events).toEqual([{ kind: 'market-beat-kept', beat: 12, memories }]);
  expect(takeSnapshot(driver.state)).toEqual({ ...before, seq: before.seq + 1 });
});
