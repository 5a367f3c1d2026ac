/** `perpetua contest demo`: a whole contest on this machine, from its rules to its verification. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepProgram, newContest, readProgram } from '../../contest/contest-folder.ts';
import { RESULT_FOLDER } from '../../contest/judge-contest.ts';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { EXIT } from '../../terminal/output.ts';
import { runRun, runVerifyContest } from './judge-verbs.ts';
import { contestCommand } from './verb-parts.ts';

const HELP = `Usage: perpetua contest demo [--out FOLDER]

  --out FOLDER  where the contest goes (a new folder)

The five included programs and a copy of one of them meet on twelve markets of
half an hour. The result is written, run again and compared.`;

const EXAMPLES = fileURLToPath(new URL('../../../examples/contest/', import.meta.url));
const FIELD: readonly (readonly [team: string, file: string])[] = [
  ['trend', 'trend.ts'],
  ['contrarian', 'contrarian.ts'],
  ['maker', 'maker.js'],
  ['random', 'random.js'],
  ['random-again', 'random.js'],
  ['hold', 'hold.js'],
];
const RULES = { name: 'Demo of a contest', hours: 0.5, cadenceSeconds: 5, seeds: 12 };

export const runContestDemo = contestCommand({ help: HELP }, async ({ values }, output) => {
  const home = values.get('out') ?? mkdtempSync(join(tmpdir(), 'perpetua-contest-'));
  const folder = join(home, 'contest');
  const { commitment } = newContest(folder, RULES, readContractRows());
  output.out(`The rules and seeds are committed to: ${commitment}`);
  for (const [team, file] of FIELD)
    output.out(`Handed in: ${basename(keepProgram(folder, readProgram(EXAMPLES + file, team)))}`);
  const code = await runRun([folder], output);
  return code === EXIT.done ? runVerifyContest([join(folder, RESULT_FOLDER)], output) : code;
});
