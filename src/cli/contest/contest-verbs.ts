/** What teams and organisers do before a contest is run: begin it, try a program, hand it in. */
import { basename, dirname, extname, resolve } from 'node:path';
import { FAILURES } from '../../contest/board-page.ts';
import {
  hashPrograms,
  keepProgram,
  newContest,
  readContest,
  readProgram,
  readRecord,
} from '../../contest/contest-folder.ts';
import {
  type ContestRules,
  contractsOfRules,
  decisionsOf,
  parseRules,
} from '../../contest/contest-rules.ts';
import { tryTapes } from '../../contest/contest-tapes.ts';
import { type ContestTerms, soundly } from '../../contest/contest-terms.ts';
import {
  checkProgram,
  judgeClass,
  type PractisedHeat,
  practiceSeed,
  practise,
  tellCheck,
  tellClasses,
} from '../../contest/practise.ts';
import { TELLING_HEATS } from '../../contest/rank-field.ts';
import { formatDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import { loadContracts, readContractRows } from '../../gateway/load-contracts.ts';
import { countOf, Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { EXIT } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';
import { readPart } from '../../verdict/life-part.ts';
import { NO_VARIANT } from '../../verdict/variants.ts';
import { beginFolder, partOf, reportFile, writeFolder } from '../lives/run-folder.ts';
import { hashFiles, type RunSubject, readAgainst } from '../lives/run-subject.ts';
import { handInAt } from './site-verbs.ts';
import { contestCommand, formatScore, PARALLEL, PATIENCE_MILLIS, wordGiven } from './verb-parts.ts';

const NEW_HELP = `Usage: perpetua contest new FOLDER --name NAME [--rules FILE]

  --name NAME   what the contest is called
  --rules FILE  JSON with the rules that are not as usual; tapes lie beside it

The seeds are drawn now. Publish contest.json, which has the commitment to them
and to the rules, and keep secret.json until the end.`;

const TRY_HELP = `Usage: perpetua contest try PROGRAM [--contest FOLDER] [--seeds N] [--tape FILES]

  --contest FOLDER  whose rules apply; the usual ones without it
  --seeds N         how many practice markets (3)
  --tape FILES      on recordings, with commas between them, as the seeds draw
                    and disguise them; simulated markets without it
  --out FOLDER      where report.html goes, and everything as data (practice)
  --against FOLDER  compare with the run in that folder
  --json            print JSON

Runs the program as the judge will. Only the markets are others: practice
markets are the same for everyone.`;

const SUBMIT_HELP = `Usage: perpetua contest submit FOLDER|ADDRESS PROGRAM [--team NAME]

  --team NAME  whose program it is; the latest of a team counts

To the address of a site the token of the team goes along, which is taken from
PERPETUA_TEAM_TOKEN, and says whose program it is.`;

const PRACTICE = 'practice';
const NO_TAPE =
  'This contest is played on recordings, these markets are simulated. --tape FILE tries one.';
const SEEDS_MAX = 1_000;
const SEEDS = 3;

export const runNew = contestCommand({ help: NEW_HELP, words: 1 }, async (flags, output) => {
  const folder = wordGiven(flags, 0, 'the folder of the contest');
  const file = flags.values.get('rules');
  const chosen = file === undefined ? {} : readRecord(file);
  const name = flags.values.get('name') ?? chosen['name'];
  const tapes = tapesBeside(file ?? '', chosen['tapes']);
  const told = { ...chosen, name, tapes };
  const terms = termsOf(told);
  // Before anything is drawn or written.
  await tryTapes(terms.rules.tapes, terms);
  const { rules, commitment } = newContest(folder, told, readContractRows());
  const heats = many(rules.seeds, 'heat');
  output.out(`${folder} is the contest ${rules.name}: ${heats} of ${rules.hours} h.`);
  output.out(`Its rules and seeds are committed to: ${commitment}`);
  for (const line of tellClasses(rules)) output.out(line);
  if (Math.min(rules.seeds, rules.boardSeeds) < TELLING_HEATS)
    output.out(`With fewer than ${TELLING_HEATS} seeds or boardSeeds a board tells nobody apart.`);
  const kept = rules.tapes.length === 0 ? '' : ` and ${folder}/tapes`;
  output.out(`Publish ${folder}/contest.json. Keep ${folder}/secret.json${kept} until the end.`);
  return EXIT.done;
});

/** The files that the rules name, from where these lie. What is no list is refused with them. */
const tapesBeside = (file: string, tapes: unknown): unknown =>
  Array.isArray(tapes) ? tapes.map((path) => resolve(dirname(file), String(path))) : tapes;

export const runTry = contestCommand({ help: TRY_HELP, words: 1 }, async (flags, output) => {
  const path = wordGiven(flags, 0, 'the file of the program');
  const folder = flags.values.get('contest');
  const terms = folder === undefined ? termsOf({ name: 'practice' }) : readContest(folder);
  const tapes = flags.values.get('tape')?.split(',') ?? [];
  await tryTapes(tapes, terms);
  if (terms.rules.tapes.length > 0 && tapes.length === 0) output.err(NO_TAPE);
  const program = readProgram(path, basename(path, extname(path)));
  judgeClass(terms, [program]);
  const seeds = countOf(flags, 'seeds', SEEDS, SEEDS_MAX);
  const subject = practiceOf(flags, path, terms.rules, seeds);
  beginFolder(subject, false);
  const progress = createProgress(output);
  const rows = await practise(terms, program, {
    seeds,
    tapes,
    parallel: PARALLEL,
    patienceMillis: PATIENCE_MILLIS,
    partOf: (seed) => partOf(subject, { place: 0, seed }),
    progress: (done) => progress.tell(() => `${done} of ${many(seeds, 'market')}`),
    hear: (_, at, said) => output.err(`${new Date(at).toISOString()} ${said.trimEnd()}`),
  });
  progress.end();
  const lived = subject.seeds.flatMap((seed) => {
    const task = { place: 0, variant: NO_VARIANT, seed };
    const { figures } = readPart(partOf(subject, task));
    return [{ ...task, outcome: { seed, figures, wallSeconds: 0 } }];
  });
  writeFolder(subject, lived, () => ({ lived }));
  const code = rows.some(({ fault }) => fault !== null) ? EXIT.failed : EXIT.done;
  const lines = [...formatTry(rows), '', `The report: ${reportFile(subject)}`];
  return { lines, body: rows, indent: 2, code };
});

/** The run as the report tells it. */
function practiceOf(flags: Flags, path: string, rules: ContestRules, count: number): RunSubject {
  const { values } = flags;
  const folder = values.get('contest');
  const tape = values.get('tape');
  const more =
    (folder === undefined ? '' : ` --contest ${folder}`) +
    (tape === undefined ? '' : ` --tape ${tape}`);
  const { hours, cadenceSeconds, capital } = rules;
  const lifeMillis = decisionsOf(rules) * cadenceSeconds * 1_000;
  const command = `npx perpetua contest try ${path}${more} --seeds ${count}`;
  return {
    out: values.get('out') ?? PRACTICE,
    bot: path,
    seeds: Array.from({ length: count }, (_, at) => practiceSeed(at + 1)),
    parameters: [],
    lifeMillis,
    about: `of ${formatDuration(lifeMillis)} by the rules of ${rules.name}, ${capital} USDT each`,
    terms: [path, rules, tape ?? null],
    files: hashFiles([path, ...(tape?.split(',') ?? [])]),
    command,
    replayOf: () => command,
    against: readAgainst(values.get('against')),
    head: { bot: path, hours, rules },
    market: null,
  };
}

const termsOf = (
  chosen: Readonly<Record<string, unknown>>,
): Pick<ContestTerms, 'rules' | 'contracts'> =>
  soundly('', () => {
    const rules = parseRules(chosen);
    return { rules, contracts: contractsOfRules(rules, loadContracts()) };
  });

function formatTry(rows: readonly PractisedHeat[]): string[] {
  const mean = rows.reduce((sum, { score }) => sum + score, 0) / rows.length;
  const faults = new Set(rows.flatMap(({ fault }) => fault ?? []));
  return [
    ...formatTable(
      ['market', 'score', 'equity', 'orders', 'fills', 'refused', FAILURES, 'gas'],
      rows.map((row) => [
        practiceSeed(row.heat),
        formatScore(row.score),
        (Number(row.equity) / 1e8).toFixed(2),
        ...[row.orders, row.fills, row.refusals, row.faults, row.gas].map(String),
      ]),
    ),
    '',
    `Mean score ${formatScore(mean)}.`,
    ...Array.from(faults, (fault) => `It failed: ${fault}`),
  ];
}

export const runSubmit = contestCommand({ help: SUBMIT_HELP, words: 2 }, async (flags, output) => {
  const folder = wordGiven(flags, 0, 'the folder of the contest');
  const path = wordGiven(flags, 1, 'the file of the program');
  if (/^https?:/.test(folder)) return handInAt(folder, path, output);
  const team = flags.values.get('team');
  if (team === undefined) throw new Misunderstood('--team names the team');
  const terms = readContest(folder);
  const program = readProgram(path, team);
  const report = await checkProgram(terms, program, PATIENCE_MILLIS);
  const file = keepProgram(folder, program);
  output.out(`${file} is the program of ${team} now.`);
  output.out(tellCheck(report));
  output.out(`The rules and all programs so far: ${hashPrograms(folder)}`);
  return EXIT.done;
});
