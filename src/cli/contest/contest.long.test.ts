import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { keepProgram } from '../../contest/contest-folder.ts';
import { judgeContest, verifyContest } from '../../contest/judge-contest.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { TERMINAL } from '../../terminal/output.ts';
import { runNew, runSubmit, runTry } from './contest-verbs.ts';
import { runBoard, runRun, runVerifyContest } from './judge-verbs.ts';

const EXAMPLES = new URL('../../../examples/contest/', import.meta.url).pathname;
const QUICK = { hours: 0.02, seeds: 2, warmUpSeconds: 5 };
/** The market of eight contracts costs several times as much, and proves nothing more here. */
const FEW = { ...QUICK, contracts: ['BTC', 'ETH'] };
const PARALLEL = ['--parallel', '1'];

type Run = (args: readonly string[], output: Written) => Promise<number>;

interface Written {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

async function say(run: Run, ...args: string[]) {
  const lines: string[] = [];
  const write = (line: string): unknown => lines.push(line);
  const printed: string[] = [];
  const out = (line: string): void => {
    write(line);
    printed.push(line);
  };
  const code = await run(args, { out, err: write });
  return { code, text: lines.join('\n'), printed: printed.join('\n') };
}

async function beginContest(folder: string, rules: object = QUICK): Promise<string> {
  const file = join(folder, 'rules.json');
  const contest = join(folder, 'contest');
  writeFileSync(file, JSON.stringify(rules));
  const { code } = await say(runNew, contest, '--name', 'Test', '--rules', file);
  expect(code).toBe(0);
  return contest;
}

function writeProgram(folder: string, name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `export function decide(state, memory) { ${body} }\n`);
  return path;
}

test('[CTS-1] [CTS-2] [CTS-4] a contest from its rules to a result that verifies', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder);
    expect(statSync(join(contest, 'secret.json')).mode & 0o777).toBe(0o600);
    const secret = JSON.parse(readFileSync(join(contest, 'secret.json'), 'utf8')).key;
    expect(readFileSync(join(contest, 'contest.json'), 'utf8')).not.toContain(secret);
    expect((await say(runNew, contest, '--name', 'Again')).text).toContain('is there already');
    // As some editors write it, with a mark of the order of bytes.
    const marked = join(folder, 'trend.ts');
    writeFileSync(marked, `\ufeff${readFileSync(join(EXAMPLES, 'trend.ts'), 'utf8')}`);
    for (const [team, path] of [
      ['ann', join(EXAMPLES, 'maker.js')],
      ['bob', join(EXAMPLES, 'hold.js')],
      ['ann', marked],
    ] as const)
      expect((await say(runSubmit, contest, path, '--team', team)).code).toBe(0);
    const run = await say(runRun, contest, ...PARALLEL);
    expect(run.code).toBe(0);
    expect(run.text).toMatch(/rank +team +mean score/);
    const result = join(contest, 'result');
    // The latest of each team counts.
    expect(readdirSync(join(result, 'programs'))).toEqual(['00002-bob.js', '00003-ann.ts']);
    const published = JSON.parse(readFileSync(join(result, 'result.json'), 'utf8'));
    expect(published.key).toBe(secret);
    const { printed: board } = await say(runBoard, result);
    expect(run.text).toContain(board);
    const verified = await say(runVerifyContest, result, ...PARALLEL);
    expect(verified.text).toContain('every order, fill and score is the same');
    const { commitment, handedIn } = published;
    expect(verified.text).toContain(`${commitment} when it began, ${handedIn} at the close`);
    expect(verified.code).toBe(0);
  }));

test('[CTS-4] one changed byte anywhere is found', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, { ...FEW, hours: 0.01, seeds: 1 });
    await say(runSubmit, contest, join(EXAMPLES, 'random.js'), '--team', 'ann');
    await say(runRun, contest, ...PARALLEL);
    const result = join(contest, 'result');
    const changes: readonly (readonly [file: string, from: RegExp, to: string])[] = [
      ['heats.jsonl', /"orders":(\d)/, '"orders":9$1'],
      ['heats.jsonl', /"digest":"./, '"digest":"x'],
      ['heats.jsonl', /\n$/, ' \n'],
      ['heats.jsonl', /"teams"/, '"teams '],
      ['heats.jsonl', /"teams"/, '"teems"'],
      ['heats.jsonl', /"stops":\[\]/, '"stops":{}'],
      ['heats.jsonl', /^\{/, '9{'],
      ['report.html', /Made by/, 'Maid by'],
      ['result.json', /"score": /, '"score":  '],
      ['result.json', /"key": "./, '"key": "x'],
      ['contest.json', /"capital": 10000/, '"capital": 10001'],
      ['contest.json', /"name": "Test"/, '"name": "Tost"'],
      ['programs/00001-ann.js', /0\.02/, '0.03'],
      ['programs/00001-ann.js', /luck/, 'buck'],
    ];
    for (const [at, [file, from, to]] of changes.entries()) {
      const copy = join(folder, `copy-${at}`);
      cpSync(result, copy, { recursive: true });
      const text = readFileSync(join(copy, file), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(copy, file), text.replace(from, to));
      expect((await say(runVerifyContest, copy, ...PARALLEL)).code, `${file} ${from}`).toBe(1);
    }
    const path = join(result, 'result.json');
    const told = readFileSync(path, 'utf8');
    writeFileSync(path, told.replace(/"version": ".*"/, '"version": "9.1.0"'));
    const other = await say(runVerifyContest, result, ...PARALLEL);
    expect(other).toMatchObject({ code: 1, text: expect.stringContaining('names version 9.1.0') });
    writeFileSync(path, told);
    writeFileSync(join(result, 'stranger'), '');
    expect((await say(runVerifyContest, result, ...PARALLEL)).text).toContain('stranger');
  }));

test('[CTS-3] what is tried at home is what the judge runs', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, FEW);
    const out = join(folder, 'practice');
    const words = [
      ...[join(EXAMPLES, 'random.js'), '--contest', contest, '--seeds', '1', '--json'],
      ...['--out', out],
    ];
    const first = await say(runTry, ...words);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.printed)).toMatchObject([{ team: 'random', faults: 0 }]);
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).toContain('by the rules of');
    const fills = readFileSync(join(out, 'fills.csv'), 'utf8').trimEnd().split('\n');
    expect(fills).toHaveLength(1 + Number(JSON.parse(first.printed)[0].fills));
    expect(Object.keys(JSON.parse(readFileSync(join(out, 'tries.json'), 'utf8')))).toHaveLength(1);
    expect((await say(runTry, ...words)).printed).toBe(first.printed);
    expect(readFileSync(join(out, 'fills.csv'), 'utf8').trimEnd().split('\n')).toEqual(fills);
  }));

test('[CTS-5] a program that cannot run is not taken, with the line where it fails', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, FEW);
    const submit = async (path: string, team = 'ann') =>
      (await say(runSubmit, contest, path, '--team', team)).text;
    expect(await submit(writeProgram(folder, 'bad.js', '\n return state.nothing.at;'))).toMatch(
      /is not taken: decision 0: .*\(line 2\)/,
    );
    expect(await submit(writeProgram(folder, 'bad.rb', ''))).toContain('one .js, .ts or .py file');
    expect(await submit(writeProgram(folder, 'bad.py', ''))).toContain('its rule python is off');
    const long = writeProgram(folder, 'long.js', `/* ${'x'.repeat(300_000)} */`);
    expect(await submit(long)).toContain('a program has at most');
    expect(await submit(join(EXAMPLES, 'hold.js'), '../up')).toContain('a team is a word');
    expect(readdirSync(join(contest, 'programs'))).toEqual([]);
  }));

test('[CLI-32] what a program throws or says gives no orders to whoever reads it', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, { ...FEW, seeds: 1 });
    const body = "console.log('\u009b2J'); throw Error('\u001b[31mboom');";
    const bad = writeProgram(folder, 'bad.js', body);
    const text = readFileSync(bad, 'utf8');
    keepProgram(contest, { team: 'ann', text, language: 'js' });
    const result = join(contest, 'result');
    const practice = join(folder, 'practice');
    let said = '';
    const hear = (words: string | Uint8Array): boolean => {
      said += String(words);
      return true;
    };
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(hear),
    );
    try {
      await runSubmit([contest, bad, '--team', 'bob'], TERMINAL);
      await runTry([bad, '--contest', contest, '--seeds', '1', '--out', practice], TERMINAL);
      await runRun([contest, ...PARALLEL], TERMINAL);
      await runVerifyContest([result, ...PARALLEL], TERMINAL);
    } finally {
      for (const stream of streams) stream.mockRestore();
    }
    expect(said).toContain('is not taken: decision 0: \\u001b[31mboom (line 1)');
    expect(said.match(/^ann: decision 0: \\u001b\[31mboom/gm)).toHaveLength(2);
    const report = readFileSync(join(practice, 'report.html'), 'utf8');
    expect(report).toContain('\\u001b[31mboom');
    expect(said + report).not.toMatch(/[^\P{Cc}\n\t]/u);
    const heats = readFileSync(join(result, 'heats.jsonl'), 'utf8');
    expect(JSON.parse(heats).teams[0].fault).toContain('\u001b[31mboom');
  }));

test('[CTS-6] a run that was interrupted goes on where it was', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, { ...FEW, seeds: 3 });
    await say(runSubmit, contest, join(EXAMPLES, 'random.js'), '--team', 'ann');
    const stop = new AbortController();
    const options = { parallel: 1, patienceMillis: 60_000 };
    const first = judgeContest(contest, {
      ...{ ...options, signal: stop.signal },
      progress: () => stop.abort(),
    });
    await expect(first).rejects.toThrow();
    const told: number[] = [];
    await judgeContest(contest, { ...options, progress: (done) => told.push(done) });
    expect(told).toEqual([2, 3]);
    const { differences } = await verifyContest(join(contest, 'result'), {
      ...{ parallel: 1, patienceMillis: 60_000, progress: () => undefined },
    });
    expect(differences).toEqual([]);
  }));

test('[CTS-7] a program that hangs beside its gas is stopped, and the result says so', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, { ...FEW, seeds: 1, book: 'together' });
    const body = 'if (state.step > 3) for (const a = Array(2e5).fill(0); ; ) [...a]; return {};';
    const text = readFileSync(writeProgram(folder, 'hang.js', body), 'utf8');
    keepProgram(contest, { team: 'hang', text, language: 'js' });
    await say(runSubmit, contest, join(EXAMPLES, 'random.js'), '--team', 'ann');
    const options = { parallel: 1, patienceMillis: 1_500, progress: () => undefined };
    const { board } = await judgeContest(contest, options);
    expect(board.find(({ team }) => team === 'hang')?.fault).toContain('stopped at decision 4');
    expect(board.find(({ team }) => team === 'ann')?.faults).toBe(0);
    const result = join(contest, 'result');
    const { printed } = await say(runBoard, result);
    expect(printed).toMatch(/fills +decisions failed$/m);
    expect(printed).toMatch(/ hang .* 0; stopped in 1 heat\b/);
    expect(readFileSync(join(result, 'report.html'), 'utf8')).toContain('>0; stopped in 1 heat<');
    const { differences } = await verifyContest(join(contest, 'result'), options);
    expect(differences).toEqual([]);
  }));

test('[CTS-7] whoever hangs before its first decision, or is slow at each, is stopped too', () =>
  inTemporaryFolder(async (folder) => {
    const contest = await beginContest(folder, { ...FEW, seeds: 1, book: 'together' });
    const spread = 'const a = Array(1e5).fill(0); for (let n = 0; n < 50; n += 1) [...a];';
    const texts = {
      born: 'for (const a = Array(2e5).fill(0); ; ) [...a]; export const decide = () => ({});',
      slow: `export function decide() { ${spread} return {}; }`,
    };
    for (const [team, text] of Object.entries(texts))
      keepProgram(contest, { team, text, language: 'js' });
    const options = { parallel: 1, patienceMillis: 400, progress: () => undefined };
    const { board } = await judgeContest(contest, options);
    expect(board.map(({ fault }) => fault)).toEqual([
      expect.stringContaining('stopped at decision 0'),
      expect.stringContaining('stopped at decision'),
    ]);
    const { differences } = await verifyContest(join(contest, 'result'), options);
    // The slow one took less here than a verifier takes for a hang.
    expect(differences.filter((words) => words.includes('born'))).toEqual([]);
  }));
