/**
 * `npm run mutants`: plants small faults, one at a time, over all floors, runs the tests nearest to
 * each, and lists those that no test noticed.
 *
 *   npm run mutants -- --seed 1 --count 100 --jobs 2 [--only src/engine] [--list] [--resume]
 *
 * Faults are planted in copies of the tree, never in the tree itself. The nearest test runs first,
 * then the compiler, where it could know, then the others. Tests that failed are run once more
 * without any fault at the end: who fails then has noticed nothing. What was noticed is kept in
 * dist/mutants; `--resume` judges only the rest, after an interruption or after a test was added.
 * Lines that are edited elsewhere in a file change no draw.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isTest, type Source } from '../tidy/source.ts';
import { readSources } from '../tidy/tree.ts';
import {
  describeMutant,
  findMutants,
  MUTANT_KINDS,
  type Mutant,
  type MutantKind,
  plant,
} from './mutate.ts';
import { findImporters, findNearestTests } from './nearest-tests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(ROOT, 'dist/mutants');
/** What is no part of the tree and not made from it. */
const FETCHED = ['node_modules', 'dist/nats-server', 'dist/deploy-schemas'];
/** What is made from the tree, of which the compiler needs one and knows the other already. */
const MADE = ['src/client/calls.ts', '.tsbuild'];
/** Most faults are noticed by the nearest test, so the compiler and the others wait for it. */
const STEPS = [1, 4, 20];
/** The compiler finds nothing wrong with these. */
const UNTYPED: ReadonlySet<MutantKind> = new Set(['boundary', 'min-max']);
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
    resume: { type: 'boolean', default: false },
  },
});

const sources = new Map(readSources().map((source) => [source.path, source]));
const importers = findImporters([...sources.values()]);

const textOf = (path: string): string => sources.get(path)?.text ?? '';

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
    const words = `${seed}|${keyOf(mutant)}`;
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
  mkdirSync(join(tree, 'dist'));
  for (const shared of FETCHED.filter((each) => existsSync(join(ROOT, each))))
    symlinkSync(join(ROOT, shared), join(tree, shared));
  for (const made of MADE.filter((each) => existsSync(join(ROOT, each))))
    cpSync(join(ROOT, made), join(tree, made), { recursive: true });
  return tree;
}

interface Ran {
  readonly status: 'passed' | 'failed' | 'hung';
  /** The files of tests that failed. */
  readonly failed: readonly string[];
}

const running = new Set<ChildProcess>();

async function run(tree: string, words: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, words, {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: venues that a test has started end with it.
    detached: true,
    env: { ...process.env, CI: '', NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data;
    });
  running.add(child);
  const patience = setTimeout(() => endAll(child), PATIENCE_MILLIS);
  const [code] = await once(child, 'exit');
  clearTimeout(patience);
  endAll(child);
  running.delete(child);
  const failed = [...said.matchAll(/FAIL\s+(?:\S+\s+)?(\S+\.test\.ts)/g)].map(([, file]) => file);
  const status = code === null ? 'hung' : code === 0 ? 'passed' : 'failed';
  return { status, failed: [...new Set(failed.flatMap((file) => file ?? []))] };
}

function endAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

const runTests = (tree: string, tests: readonly string[], ...flags: string[]): Promise<Ran> =>
  run(tree, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...flags, ...tests]);

const compile = (tree: string): Promise<Ran> =>
  run(tree, ['node_modules/typescript/bin/tsc', '-b']);

const isMistyped = async (tree: string, { kind }: Mutant): Promise<boolean> =>
  !UNTYPED.has(kind) && (await compile(tree)).status === 'failed';

async function judge(tree: string, mutant: Mutant): Promise<Verdict> {
  const { path } = mutant;
  const text = textOf(path);
  const file = join(tree, path);
  writeFileSync(file, plant(text, mutant));
  try {
    const tests = findNearestTests(importers, path);
    for (let from = 0, step = 0; step < STEPS.length && from < tests.length; step += 1) {
      const some = tests.slice(from, from + (STEPS[step] ?? 0));
      from += some.length;
      const { status, failed } = await runTests(tree, some, '--bail=1');
      // Without a test that failed, the tests did not even start.
      const by = failed.join(' ') || 'the start of the tests';
      if (status === 'failed') return { mutant, fate: 'noticed', by };
      if (status === 'passed' && step === 0 && (await isMistyped(tree, mutant)))
        return { mutant, fate: 'noticed', by: 'the compiler' };
      if (status === 'passed') continue;
      // A machine that has too much to do hangs without any fault.
      writeFileSync(file, text);
      const isSlow = (await runTests(tree, some)).status === 'hung';
      return { mutant, fate: isSlow ? 'unclear' : 'noticed', by: 'the clock' };
    }
    return { mutant, fate: 'survived', by: '' };
  } finally {
    writeFileSync(file, text);
  }
}

const tell = (mutant: Mutant): string => describeMutant(textOf(mutant.path), mutant);

/** What was noticed before, by what is told of it, which has the line but for its number. */
function readKept(file: string): Map<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return new Map(lines.filter(Boolean).map((line) => JSON.parse(line)));
}

const keyOf = (mutant: Mutant): string => tell(mutant).replace(/:\d+/, '');

async function main(): Promise<void> {
  const candidates = [...sources.values()].filter(
    ({ path }) => path.startsWith('src/') && path.startsWith(values.only) && !isTest(path),
  );
  const drawn = draw(candidates, values.seed, Number(values.count));
  if (values.list) {
    for (const mutant of drawn) console.log(tell(mutant));
    return;
  }
  const file = join(KEPT, `${values.seed}.jsonl`);
  mkdirSync(KEPT, { recursive: true });
  if (!values.resume) rmSync(file, { force: true });
  const kept = readKept(file);
  const verdicts: Verdict[] = drawn.flatMap((mutant) => {
    const by = kept.get(keyOf(mutant));
    return by === undefined ? [] : [{ mutant, fate: 'noticed', by }];
  });
  const waiting = [...drawn.entries()].filter(([, mutant]) => !kept.has(keyOf(mutant)));
  // What was compiled is copied, too, and taken for new there.
  await compile(ROOT);
  const trees = Array.from({ length: Number(values.jobs) }, copyTree);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      for (const child of running) endAll(child);
      removeAll(trees);
      process.exit(1);
    });
  try {
    await Promise.all(
      trees.map(async (tree) => {
        const { status } = await compile(tree);
        if (status !== 'passed') throw new Error('the tree does not compile without any fault');
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [place, mutant] = next;
          const verdict = await judge(tree, mutant);
          verdicts.push(verdict);
          if (verdict.fate === 'noticed')
            appendFileSync(file, `${JSON.stringify([keyOf(mutant), verdict.by])}\n`);
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
    const typed = noticed?.filter(({ by }) => by === 'the compiler').length;
    console.log(
      `\nseed ${values.seed}: ${noticed?.length} of ${judged} noticed, ${typed} by the compiler`,
    );
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
