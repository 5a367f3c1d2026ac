/** The whole report, in the small: threads, tables, pictures, and words that fit its length. */
import { expect, test } from 'vitest';
import { drawReport } from '../../proof/market-report/draw-report.ts';
import { formatDocument } from '../../proof/market-report/format-document.ts';
import { makeReport } from '../../proof/market-report/make-report.ts';

test('[HSE-10] [HSE-12] a report of minutes says so, and calls nobody an earner', async () => {
  const told: number[] = [];
  const sizes = { together: { seeds: 1, hours: 0.05 }, alone: { seeds: 0, hours: 1 } };
  const settings = { seed: 'minutes', days: 1 / 48, ...sizes };
  const report = await makeReport(settings, 2, (done) => told.push(done));
  // Twins with and without an order are measured however short the rest is.
  const spanned = report.facts.filter(({ bounds }) => bounds.days > 0);
  expect(spanned.length).toBeGreaterThan(30);
  expect(spanned.every(({ verdict }) => verdict === 'too short to say')).toBe(true);
  const [together] = report.trials;
  expect(together!.rules.length).toBeGreaterThan(18);
  expect(together!.rules.every(({ verdict }) => verdict === 'too few to say')).toBe(true);
  expect(told.at(-1)).toBeCloseTo(1);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  const document = formatDocument(report);
  expect(document).toContain('**too short to say**');
  expect(document.replaceAll('\n', ' ')).toContain('There are too few here.');
  const pictures = drawReport(report.month, report.impacts);
  for (const [name, svg] of pictures) {
    expect(document).toContain(`(market/${name})`);
    expect(svg).not.toContain('NaN');
  }
}, 300_000);
