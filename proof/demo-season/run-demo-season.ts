/** `perpetua competition demo`: reads the options and opens the venue that the demo runs on. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, countOf } from '../../src/terminal/command.ts';
import { openDemoVenue } from './demo-venue.ts';
import { demoSeason } from './play-season.ts';

const HELP = `Usage: perpetua competition demo [--teams 50] [--seed 1] [--days 3]
                                 [--out FOLDER] [--json]

Runs a whole accelerated season with scripted teams, and ends with a published
and verified result. Nothing outside FOLDER is changed.`;

export const runDemoSeason = command({ help: HELP }, async (flags, output) => {
  const terms = {
    teams: countOf(flags, 'teams', 50, 1_000),
    seed: countOf(flags, 'seed', 1, 2 ** 31),
    days: countOf(flags, 'days', 3, 30),
    out: flags.values.get('out') ?? join(mkdtempSync(join(tmpdir(), 'perpetua-')), 'result'),
  };
  const isJson = flags.switches.has('json');
  const told = isJson ? { ...output, out: output.err } : output;
  const report = await demoSeason(terms, openDemoVenue, told);
  if (isJson) output.out(JSON.stringify({ ...report, out: terms.out }));
  return report.isVerified ? 0 : 1;
});
