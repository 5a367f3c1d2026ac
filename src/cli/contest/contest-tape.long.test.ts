/** A contest on recordings: what is fixed before, what is played, and what a forger gets. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeRecording } from '../../../test/tape/make-recording.ts';
import { fixTape, sha256Of } from '../../contest/contest-terms.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { runNew, runSubmit, runTry } from './contest-verbs.ts';
import { runRun, runVerifyContest } from './judge-verbs.ts';

const EXAMPLES = new URL('../../../examples/contest/', import.meta.url).pathname;
const QUICK = { hours: 0.01, seeds: 2, warmUpSeconds: 5, cadenceSeconds: 2 };
/** About two minutes of it. */
const CHANGES = 2_600;

const TAKER = `export const decide = ({ step }) => ({
  orders: [{ contract: 'BTC', side: step % 2 === 0 ? 'buy' : 'sell', size: 0.01 }],
  cancels: [],
});`;

type Run = typeof runNew;

async function say(run: Run, ...args: string[]) {
  const lines: string[] = [];
  const printed: string[] = [];
  const out = (line: string): void => void printed.push(line);
  const code = await run(args, { out, err: (line) => lines.push(line) });
  return { code, text: [...lines, ...printed].join('\n'), printed: printed.join('\n') };
}

const begin = async (folder: string, rules: object) => {
  const contest = join(folder, 'contest');
  const file = join(folder, 'rules.json');
  makeRecording(join(folder, 'day.gz'), { changes: CHANGES });
  writeFileSync(file, JSON.stringify({ ...QUICK, tapes: ['day.gz'], ...rules }));
  return { contest, begun: await say(runNew, contest, '--name', 'Tape', '--rules', file) };
};

const judge = async (folder: string, rules: object) => {
  const { contest, begun } = await begin(folder, rules);
  expect(begun).toMatchObject({ code: 0 });
  const taker = join(folder, 'taker.js');
  writeFileSync(taker, TAKER);
  expect(await say(runSubmit, contest, taker, '--team', 'ann')).toMatchObject({ code: 0 });
  expect(await say(runRun, contest)).toMatchObject({ code: 0 });
  return { contest, result: join(contest, 'result') };
};

/** Every price of a book and of a trade, by a hundred. */
const shiftPrices = (lines: string): string =>
  lines.replace(/"6(\d\d\d\d\.\d\d)"/g, (_, rest) => `"${(Number(`6${rest}`) + 100).toFixed(2)}"`);

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const heatsIn = (result: string): { hash: string; teams: { fills: number }[] }[] =>
  read(result, 'heats.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('[CTS-13] a contest on a recording fixes it before, plays it, and verifies', () =>
  inTemporaryFolder(async (folder) => {
    const { contest, result } = await judge(folder, {});
    const public_ = read(contest, 'contest.json');
    const sha256 = sha256Of(readFileSync(join(folder, 'day.gz')));
    for (const told of ['day.gz', sha256]) expect(public_).not.toContain(told);
    expect(JSON.parse(read(result, 'result.json')).tapes).toEqual([{ file: 'day.gz', sha256 }]);
    const heats = heatsIn(result);
    expect(new Set(heats.map(({ hash }) => hash)).size).toBe(2);
    expect(heats.reduce((sum, { teams }) => sum + teams[0]!.fills, 0)).toBeGreaterThan(0);
    expect((await say(runVerifyContest, result)).text).toContain('every order, fill and score');

    // One changed price of the recording, which unpacks as before: it was not fixed.
    const tape = join(result, 'tapes', 'day.gz');
    const lines = gunzipSync(readFileSync(tape)).toString();
    const changed = lines.replace(/"p":"6(\d)/, (_, digit) => `"p":"6${(Number(digit) + 1) % 10}`);
    expect(changed).not.toBe(lines);
    writeFileSync(tape, gzipSync(changed));
    const words = 'day.gz is not the recording that the contest began with';
    expect(await say(runVerifyContest, result)).toMatchObject({ code: 1 });
    expect((await say(runVerifyContest, result)).text).toContain(words);

    rmSync(tape);
    expect((await say(runVerifyContest, result)).text).toContain('1 recording; here: 0');

    // A forger who fixes the other recording too has other rules than were committed to.
    writeFileSync(tape, gzipSync(shiftPrices(lines)));
    const key = Buffer.from(JSON.parse(read(result, 'result.json')).key, 'hex');
    const fixed = fixTape(key, { file: 'day.gz', sha256: sha256Of(readFileSync(tape)) });
    const terms = JSON.parse(public_);
    const forged = { ...terms, rules: { ...terms.rules, tapes: [fixed] } };
    writeFileSync(join(result, 'contest.json'), JSON.stringify(forged));
    expect((await say(runVerifyContest, result)).text).toContain(
      'contest.json is not what its commitment fixes',
    );
  }));

test('[CTS-13] a result may name its recordings, and is verified by whoever has them', () =>
  inTemporaryFolder(async (folder) => {
    const { result } = await judge(folder, { tapeFiles: 'named', disguise: 'off' });
    expect(readdirSync(result)).not.toContain('tapes');
    expect((await say(runVerifyContest, result)).text).toContain(
      'names the recording day.gz and does not hold it',
    );
    const own = join(folder, 'day.gz');
    expect((await say(runVerifyContest, result, '--tape', own)).text).toContain('Verified');
    const elsewhere = join(folder, 'other');
    mkdirSync(elsewhere);
    makeRecording(join(elsewhere, 'day.gz'), { changes: CHANGES, seed: 2 });
    const forged = await say(runVerifyContest, result, '--tape', join(elsewhere, 'day.gz'));
    expect(forged.text).toContain('not the recording that the contest began with');
    expect(forged.code).toBe(1);
    // Nothing of the board is to be had from a folder into which somebody put a file.
    mkdirSync(join(result, 'tapes'));
    copyFileSync(own, join(result, 'tapes', 'day.gz'));
    const stranger = await say(runVerifyContest, result, '--tape', own);
    expect(stranger.text).toContain('tapes/day.gz is no part of the result');
  }));

test('[CTS-13] a program is tried on a recording as the judge plays it', () =>
  inTemporaryFolder(async (folder) => {
    const { contest } = await begin(folder, {});
    const trial = async (...more: string[]) => {
      const out = join(folder, `out${more.length}`);
      const named = ['--contest', contest, '--seeds', '2', '--out', out, '--json'];
      return say(runTry, join(EXAMPLES, 'maker.js'), ...named, ...more);
    };
    const [tape, other] = [await trial('--tape', join(folder, 'day.gz')), await trial()];
    expect(tape.code).toBe(0);
    expect(JSON.parse(tape.printed)).toHaveLength(2);
    expect(other.text).toContain('played on recordings, these markets are simulated');
    expect(other.text).not.toContain(tape.printed);
    expect((await trial('--tape', join(folder, 'none.gz'))).text).toContain('none.gz');
  }));

test('[CTS-13] recordings that cannot be played are refused before anything is drawn', () =>
  inTemporaryFolder(async (folder) => {
    const told = async (rules: object): Promise<string> => {
      const { contest, begun } = await begin(folder, rules);
      expect(begun.code).not.toBe(0);
      expect(() => readdirSync(contest)).toThrow();
      return begun.text;
    };
    expect(await told({ hours: 1 })).toMatch(
      /1 h needs 166.9 minutes of .* in disguise, and there are 2\.\d/,
    );
    expect(await told({ hours: 1, disguise: 'off' })).toContain(
      'needs 60.1 minutes of a recording,',
    );
    expect(await told({ contracts: ['ETH'] })).toContain('no book of both sides of ETH');
    expect(await told({ tapes: ['none.gz'] })).toContain('none.gz is not there');
    writeFileSync(join(folder, 'no-tape'), 'nothing that was ever recorded\n');
    expect(await told({ tapes: ['no-tape'] })).toContain('no tape of a known format');
  }));
