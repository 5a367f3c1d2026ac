/** `perpetua competition demo`: reads the options and opens the venue that the demo runs on. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFlags } from '../../src/terminal/flags.ts';
import { complain, type Output, TERMINAL } from '../../src/terminal/output.ts';
import { openDemoVenue } from './demo-venue.ts';
import { demoSeason } from './play-season.ts';

const HELP = `Usage: perpetua competition demo [--teams 50] [--seed 1] [--days 3]
                                 [--out FOLDER] [--json]

Runs a whole accelerated season with scripted teams, and ends with a published
and verified result. Nothing outside FOLDER is changed.`;

export async function runDemoSeason(
  args: readonly string[],
  output: Output = TERMINAL,
): Promise<number> {
  const flags = parseFlags(args, {
    values: ['teams', 'seed', 'days', 'out'],
    switches: ['help', 'json'],
  });
  if (typeof flags === 'string') return complain(flags, 2, output);
  if (flags.switches.has('help')) {
    output.out(HELP);
    return 0;
  }
  const numbers = { teams: 50, seed: 1, days: 3 };
  for (const [name, most] of [
    ['teams', 1_000],
    ['seed', 2 ** 31],
    ['days', 30],
  ] as const) {
    const sent = flags.values.get(name);
    if (sent === undefined) continue;
    const value = /^[1-9]\d{0,9}$/.test(sent) ? Number(sent) : 0;
    if (value < 1 || value > most)
      return complain(`--${name} is a whole number from 1 to ${most}, not ${sent}`, 2, output);
    numbers[name] = value;
  }
  const out = flags.values.get('out') ?? join(mkdtempSync(join(tmpdir(), 'perpetua-')), 'result');
  const isJson = flags.switches.has('json');
  const told = isJson ? { ...output, out: output.err } : output;
  const report = await demoSeason({ ...numbers, out }, openDemoVenue, told);
  if (isJson) output.out(JSON.stringify({ ...report, out }));
  return report.isVerified ? 0 : 1;
}
