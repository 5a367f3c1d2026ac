import { beforeAll, expect, test } from 'vitest';
import { millis } from '../../domain/units.ts';
import { createPassphraseCheck, DEFAULT_GUESSES } from './passphrase-check.ts';
import { hashSlowly, matchesSlowly, type SlowHash } from './slow-hash.ts';

const NOW = 1_767_571_200_000;

let stored: SlowHash;
beforeAll(async () => {
  stored = await hashSlowly('chosenOne1', { memoryKib: 64, passes: 1 });
});

const attempt = (passphrase: string, isSigned = true, later = 0) => ({
  owner: 'perp_1|1',
  stored,
  passphrase,
  isSigned,
  now: millis(NOW + later),
});

test('[GATE-8] the slow hash has its own salt, and takes one answer', async () => {
  const other = await hashSlowly('chosenOne1', { memoryKib: 64, passes: 1 });
  expect(other.hash).not.toBe(stored.hash);
  expect(await matchesSlowly('chosenOne1', stored)).toBe(true);
  expect(await matchesSlowly('chosenOne2', stored)).toBe(false);
});

test('[GATE-8] slow at first, at once afterwards', async () => {
  const { check } = createPassphraseCheck(DEFAULT_GUESSES);
  const first = [check(attempt('chosenOne1')), check(attempt('chosenOne1'))];
  expect(first.every((verdict) => verdict instanceof Promise)).toBe(true);
  expect(await Promise.all(first)).toEqual(['right', 'right']);
  expect(check(attempt('chosenOne1'))).toBe('right');
  expect(check(attempt('chosenOne2'))).toBe('wrong');
});

test('[GATE-8] what was just set need not be worked out', () => {
  const { check, learn, forget } = createPassphraseCheck(DEFAULT_GUESSES);
  learn('perp_1|1', 'chosenOne1');
  expect(check(attempt('chosenOne1'))).toBe('right');
  forget('perp_1|1');
  expect(check(attempt('chosenOne1'))).toBeInstanceOf(Promise);
});

test('[GATE-8] ten wrong guesses a minute, then five minutes of silence', async () => {
  const { check } = createPassphraseCheck(DEFAULT_GUESSES);
  for (let n = 0; n < 10; n += 1) expect(await check(attempt(`wrong${n}`))).toBe('wrong');
  expect(check(attempt('chosenOne1'))).toEqual({ lockedMillis: 300_000 });
  expect(check(attempt('chosenOne1', true, 299_999))).toEqual({ lockedMillis: 1 });
  expect(await check(attempt('chosenOne1', true, 300_000))).toBe('right');
});

test('[GATE-8] guesses spread over minutes do not add up', async () => {
  const { check } = createPassphraseCheck(DEFAULT_GUESSES);
  for (let n = 0; n < 30; n += 1)
    expect(await check(attempt('wrong', true, n * 7_000))).toBe('wrong');
});

test('[GATE-8] guesses without a signature are no longer looked at, and lock nobody', async () => {
  const { check } = createPassphraseCheck(DEFAULT_GUESSES);
  for (let n = 0; n < 10; n += 1) expect(await check(attempt('wrong', false))).toBe('wrong');
  expect(check(attempt('chosenOne1', false))).toBe('unknown');
  expect(await check(attempt('chosenOne1'))).toBe('right');
});

test('[GATE-8] a crowd of different guesses does not queue without end', async () => {
  const { check } = createPassphraseCheck({ ...DEFAULT_GUESSES, failuresMax: 1_000 });
  const verdicts = Array.from({ length: 70 }, (_, n) => check(attempt(`wrong${n}`)));
  expect(verdicts.at(-1)).toEqual({ lockedMillis: 1_000 });
  await Promise.all(verdicts);
  expect(await check(attempt('chosenOne1'))).toBe('right');
});
