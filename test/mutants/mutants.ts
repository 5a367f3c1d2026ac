/**
 * `npm run mutants`: plants small faults, one at a time, over all floors, runs the tests nearest to
 * each, and lists those that no test noticed.
 *
 *   npm run mutants -- --seed 1 --count 100 --jobs 2 [--only src/engine] [--list]
 *
 * Faults are planted in copies of the tree, never in the tree itself. A fault that the tests let
 * pass but the compiler does not is noticed too. Tests that failed are run once more without any
 * fault at the end: who fails then has noticed nothing.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isTest, type Source } from '../tidy/source.ts';
import { readSources } from '../tidy/tree.ts';
import { describeMutant, findMutants, MUTANT_KINDS, type Mutant, plant } from './mutate.ts';
import { findImporters, findNearestTests } from './nearest-tests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Most faults are noticed by the nearest tests, so the others wait for those. */
const STEPS = [4, 12];
/** Tests that go on for longer hang. */
const PATIENCE_MILLIS = 240_000;

interface Verdict {
  readonly mutant: Mutant;
  readonly fate: 'noticed' | 'survived' | 'unclear';
  /** Who noticed it: test files, the compiler or the clock. */
  readonly by: string;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: 'src/' },
    list: { type: 'boolean', default: false },
  },
});

const sources = new Map(readSources().map((source) => [source.path, source]));
const importers = findImporters([...sources.values()]);

/** Every floor has its turn, and on it every kind of fault; a hash with the seed draws the rest. */
function draw(candidates: readonly Source[], seed: string, count: number): Mutant[] {
  const floors = Map.groupBy(candidates, ({ path }) => path.split('/').slice(0, 2).join('/'));
  const piles = [...floors.values()].map((files) => shuffle(files.flatMap(findMutants), seed));
  const drawn: Mutant[] = [];
  for (let turn = 0; drawn.length < count && piles.some(({ length }) => length > 0); turn += 1) {
    const floor = turn % piles.length;
    const pile = piles[floor] ?? [];
    const kind = MUTANT_KINDS[(Math.floor(turn / piles.length) + floor) % MUTANT_KINDS.length];
    const found = pile.findIndex((mutant) => mutant.kind === kind);
    drawn.push(...pile.splice(Math.max(0, found), 1));
  }
  return drawn;
}

function shuffle(mutants: readonly Mutant[], seed: string): Mutant[] {
  const hashed = mutants.map((mutant) => {
    const words = [seed, mutant.path, mutant.kind, mutant.start].join('|');
    return { mutant, hash: createHash('sha256').update(words).digest('hex') };
  });
  return hashed
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .map(({ mutant }) => mutant);
}

/** Everything that is under version control, as it is now, beside the packages of this tree. */
function copyTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'perpetua-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((each) => !/^(?:node_modules)?$/.test(each))) {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    cpSync(join(ROOT, path), join(tree, path), { force: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

interface Ran {
  readonly status: 'passed' | 'failed' | 'hung';
  /** The files of tests that failed. */
  readonly failed: readonly string[];
}

async function run(tree: string, words: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, words, {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MILLIS,
    killSignal: 'SIGKILL',
    env: { ...process.env, CI: '', NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data;
    });
  const [code] = await once(child, 'exit');
  const failed = [...said.matchAll(/FAIL\s+(?:\S+\s+)?(\S+\.test\.ts)/g)].map(([, file]) => file);
  const status = code === null ? 'hung' : code === 0 ? 'passed' : 'failed';
  return { status, failed: [...new Set(failed.flatMap((file) => file ?? []))] };
}

const runTests = (tree: string, tests: readonly string[], ...flags: string[]): Promise<Ran> =>
  run(tree, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...flags, ...tests]);

async function judge(tree: string, mutant: Mutant): Promise<Verdict> {
  const { path } = mutant;
  const text = sources.get(path)?.text ?? '';
  const file = join(tree, path);
  writeFileSync(file, plant(text, mutant));
  try {
    const tests = findNearestTests(importers, path);
    for (let from = 0, step = 0; step < STEPS.length && from < tests.length; step += 1) {
      const some = tests.slice(from, from + (STEPS[step] ?? 0));
      from += some.length;
      const { status, failed } = await runTests(tree, some, '--bail=1');
      if (status === 'failed') return { mutant, fate: 'noticed', by: failed.join(' ') };
      if (status === 'passed') continue;
      // A machine that has too much to do hangs without any fault.
      writeFileSync(file, text);
      const isSlow = (await runTests(tree, some)).status === 'hung';
      return { mutant, fate: isSlow ? 'unclear' : 'noticed', by: 'the clock' };
    }
    const { status } = await run(tree, ['node_modules/typescript/bin/tsc', '-b']);
    return { mutant, fate: status === 'passed' ? 'survived' : 'noticed', by: 'the compiler' };
  } finally {
    writeFileSync(file, text);
  }
}

const tell = (mutant: Mutant): string =>
  describeMutant(sources.get(mutant.path)?.text ?? '', mutant);

async function main(): Promise<void> {
  const candidates = [...sources.values()].filter(
    ({ path }) => path.startsWith('src/') && path.startsWith(values.only) && !isTest(path),
  );
  const drawn = draw(candidates, values.seed, Number(values.count));
  if (values.list) {
    for (const mutant of drawn) console.log(tell(mutant));
    return;
  }
  const waiting = [...drawn.entries()];
  const verdicts: Verdict[] = [];
  const trees = Array.from({ length: Number(values.jobs) }, copyTree);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      removeAll(trees);
      process.exit(1);
    });
  try {
    await Promise.all(
      trees.map(async (tree) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [place, mutant] = next;
          const verdict = await judge(tree, mutant);
          verdicts.push(verdict);
          const fate = verdict.fate === 'noticed' ? `noticed by ${verdict.by}` : verdict.fate;
          console.log(`${place + 1}/${drawn.length} ${tell(mutant)}\n  ${fate}`);
        }
      }),
    );
    const [noticed, survived, unclear] = (['noticed', 'survived', 'unclear'] as const).map((fate) =>
      verdicts.filter((verdict) => verdict.fate === fate),
    );
    const tests = new Set(noticed?.flatMap(({ by }) => by.split(' ').filter(isTest)));
    const [tree = ''] = trees;
    const { failed } = tests.size === 0 ? { failed: [] } : await runTests(tree, [...tests]);
    for (const file of failed) console.log(`${file} fails without any fault: it noticed nothing`);
    for (const { mutant } of survived ?? []) console.log(`survived: ${tell(mutant)}`);
    const judged = verdicts.length - (unclear?.length ?? 0);
    console.log(`\nseed ${values.seed}: ${noticed?.length} of ${judged} were noticed`);
    if (judged < verdicts.length)
      console.log(`${unclear?.length} could not be judged: the machine has too much to do`);
    process.exitCode = survived?.length === 0 ? 0 : 1;
  } finally {
    removeAll(trees);
  }
}

function removeAll(trees: readonly string[]): void {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
}

await main();
