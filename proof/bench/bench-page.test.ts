/** The page of figures, made from what was kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { benchPage } from './bench-page.ts';
import { asSeconds, asTimes, measured } from './figure.ts';

test('a page says what is gained, beside what, and which goals are missed', () =>
  inTemporaryFolder(async (folder) => {
    const day = measured('a day', 9.5, {
      show: asSeconds,
      most: 10,
      gain: (shown) => `A day takes ${shown}.`,
    });
    const speed = measured('speed', 1_500, { show: asTimes, least: 2_000, beside: 'real time' });
    const keep = (subject: string, figures: readonly object[]): void =>
      writeFileSync(
        join(folder, `${subject}.json`),
        JSON.stringify({ machine: 'Toaster, 1 core', figures, calibratorMillis: [20, 21.24] }),
      );
    keep('market', [speed]);
    keep('lives', [day]);
    const out = join(folder, 'page.md');
    expect(await benchPage(['--keep', folder, '--only', 'lives', '--out', out])).toBe(0);
    const page = readFileSync(out, 'utf8');
    expect(page).toMatch(/^# Benchmarks\n\nA day takes 9\.5 s\.\n/);
    expect(page).toContain('Toaster, 1 core.');
    expect(page).toContain('Of 2 goals 1 are kept here;');
    expect(page).toContain('took\n20 ms to 21.2 ms.');
    expect(page).toMatch(/\| a day +\| +9\.5 s \| +at most 10 s \|/);
    expect(page).toMatch(/\| speed +\| +1,500 × \| +real time \| +\*\*at least 2,000 ×\*\* \|/);
    expect(page.indexOf('## Lives')).toBeLessThan(page.indexOf('## The market'));
  }));

test('a page refuses a subject that there is not, and wants a folder', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await benchPage(['--keep', '.', '--only', 'lives,nosuch'])).toBe(2);
  expect(said.mock.lastCall?.[0]).toContain('there is no page on nosuch');
  expect(await benchPage([])).toBe(2);
});
