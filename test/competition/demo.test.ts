/** The demo season, small: everything it promises, and that a changed byte is found. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemoVenue } from '../../proof/demo-season/demo-venue.ts';
import { type DemoReport, demoSeason } from '../../proof/demo-season/play-season.ts';

let folder: string;
let report: DemoReport;
const lines: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perpetua-demo-'));
  const output = {
    out: (line: string) => lines.push(line),
    err: (line: string) => lines.push(line),
  };
  const choice = { teams: 12, seed: 3, days: 1, out: join(folder, 'result') };
  report = await demoSeason(choice, openDemoVenue, output);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const named = (temper: string): readonly string[] =>
  report.teams.filter((team) => team.temper === temper).map(({ name }) => name);

test('[DEM-1] all but the idle qualify, and the reset attests everyone', () => {
  expect(named('idle').length).toBeGreaterThan(0);
  expect(report.qualified).toBe(12 - named('idle').length);
  expect(report.attestation).toBe('12 accounts x 1000.00000000, all clean, money conserved');
});

test('[DEM-1] the pair and the copier are flagged, and nobody else but who is copied', () => {
  const guilty = [...named('giver'), ...named('taker'), ...named('copier')];
  const leader = named('careful')[0] ?? '';
  expect([...report.flagged].sort()).toEqual([...guilty, leader].sort());
});

test('[DEM-1] the result is published and verified', () => {
  expect(report.isVerified).toBe(true);
  expect(lines.at(-1)).toContain('verified: every figure');
});
