import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { newContest } from '../contest-folder.ts';
import { judgeContest } from '../judge-contest.ts';
import { type Site, serveContest } from './serve-contest.ts';
import { TeamList } from './team-list.ts';

const RULES = { name: 'Test', hours: 0.01, seeds: 1, boardSeeds: 1, warmUpSeconds: 5 };
const IDLE = 'export function decide() { return {} }';
const THROWS = 'export function decide() { throw new Error("not today") }';
/** Costs no gas, and half a second of a processor at each decision. */
const SLOW = `const big = 7n ** 60000n;
export function decide() {
  let x = 1n;
  for (let i = 0; i < 12; i += 1) x = (big * (big + BigInt(i))) % 1000003n;
  return {};
}`;
/** The same, at its first decisions alone. */
const slowFor = (decisions: number): string =>
  SLOW.replace('decide() {', `decide(state) { if (state.step >= ${decisions}) return {};`);
const PATIENT = { timeout: 150_000 };

interface Stand {
  readonly folder: string;
  readonly handIn: (team: string, text: string, from?: string) => Promise<Told>;
  readonly ownOf: (team: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  /** By hours. */
  readonly wait: (hours: number) => void;
}

interface Told {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly millis: number;
  readonly told: unknown;
}

const withSite = (answerMillis: number, work: (stand: Stand) => Promise<void>): Promise<void> =>
  inTemporaryFolder(async (root) => {
    const folder = join(root, 'contest');
    newContest(folder, RULES, readContractRows());
    const tokens = new Map<string, string>();
    let now = Date.UTC(2026, 0, 1);
    let site: Site | undefined;
    const open = async (): Promise<void> => {
      site = await serveContest({
        ...{ folder, isOpen: false, host: '127.0.0.1', port: 0, parallel: 1, answerMillis },
        findPage: async () => undefined,
        now: () => now,
        monotonicNow: () => performance.now(),
        complain: (problem) => expect.unreachable(problem),
      });
    };
    const tokenOf = (team: string): string => {
      const token = tokens.get(team) ?? new TeamList(folder).add(team);
      tokens.set(team, token);
      return token;
    };
    const bearer = (team: string) => ({ authorization: `Bearer ${tokenOf(team)}` });
    await open();
    try {
      await work({
        folder,
        handIn: (team, text, from = '127.0.0.1') =>
          post(site!.port, text, { ...bearer(team), 'content-type': 'text/javascript' }, from),
        ownOf: async (team) => {
          const url = `http://127.0.0.1:${site!.port}/programs`;
          return (await fetch(url, { headers: bearer(team) })).json();
        },
        close: async () => {
          await site?.close();
          site = undefined;
        },
        reopen: open,
        wait: (hours) => {
          now += hours * 3_600_000;
        },
      });
    } finally {
      await site?.close();
    }
  });

const post = (
  port: number,
  text: string,
  headers: Record<string, string>,
  localAddress: string,
): Promise<Told> =>
  new Promise((resolve, fail) => {
    const began = performance.now();
    const options = { port, path: '/programs', method: 'POST', headers, localAddress };
    const asking = request({ host: '127.0.0.1', ...options }, async (answer) => {
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece);
      const { statusCode: status = 0, headers: given } = answer;
      const millis = performance.now() - began;
      const told: unknown = JSON.parse(Buffer.concat(pieces).toString());
      resolve({ status, retryAfter: given['retry-after'], millis, told });
    });
    asking.once('error', fail);
    asking.end(text);
  });

test('[CTS-9] what arrived is acknowledged and counts, whoever else is checked first', () =>
  withSite(500, async ({ folder, handIn, ownOf, wait }) => {
    const flood = Array.from({ length: 5 }, (_, at) => handIn(`x${at}`, SLOW));
    await expect.poll(() => readdirSync(join(folder, 'arrived'))).toHaveLength(5);
    const ann = handIn('ann', IDLE, '127.0.0.2');
    const answers = await Promise.all([ann, ...flood]);
    for (const { status, millis } of answers) {
      expect(status).toBe(202);
      expect(millis).toBeLessThan(10_000);
    }
    expect(answers[0]).toMatchObject({ told: { file: '00006-ann.js', state: 'checking' } });
    expect(await ownOf('ann')).toMatchObject({ programs: [{ state: 'checking', score: null }] });
    expect(readdirSync(join(folder, 'programs'))).toEqual([]);
    wait(1);
    const taken = () => readdirSync(join(folder, 'programs'));
    // One check of the other address comes before it, not five.
    await expect.poll(taken, PATIENT).toEqual(['00006-ann.js']);
    const others = readdirSync(join(folder, 'arrived'));
    expect(others.length).toBeGreaterThan(2);
    expect(await ownOf('ann')).toMatchObject({ programs: [{ at: Date.UTC(2026, 0, 1) }] });
    const states = async () => JSON.stringify(await ownOf('x0'));
    expect(await states()).toContain('5 s of processor time');
  }));

test('[CTS-9] a team that hands in again and again is told when to come back', () =>
  withSite(1, async ({ folder, handIn }) => {
    const answers = [];
    for (let at = 0; at < 5; at += 1) answers.push(await handIn('ann', SLOW));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429]);
    expect(Number(answers[4]?.retryAfter)).toBeGreaterThan(0);
    expect(readdirSync(join(folder, 'arrived'))).toHaveLength(3);
    // Nobody else has to wait for that.
    expect(await handIn('bob', IDLE)).toMatchObject({ status: 202 });
  }));

test('[CTS-8] a site ends at once, and loses nothing that it acknowledged', () =>
  withSite(25_000, async ({ folder, handIn, ownOf, close, reopen, wait }) => {
    const asked = [handIn('x', slowFor(3)), handIn('ann', IDLE), handIn('bob', THROWS)];
    await expect.poll(() => readdirSync(join(folder, 'arrived'))).toHaveLength(3);
    const began = performance.now();
    await close();
    expect(performance.now() - began).toBeLessThan(8_000);
    for (const { status } of await Promise.all(asked)) expect(status).toBe(202);
    wait(1);
    await reopen();
    await expect
      .poll(() => ownOf('ann'), PATIENT)
      .toMatchObject({ programs: [{ state: 'scored', at: Date.UTC(2026, 0, 1) }] });
    await expect.poll(() => readdirSync(join(folder, 'arrived')), PATIENT).toEqual([]);
    expect(await ownOf('bob')).toMatchObject({
      programs: [{ state: 'refused', fault: expect.stringContaining('not today') }],
    });
    const taken = readdirSync(join(folder, 'programs')).map((file) => file.slice(6));
    expect(taken.sort()).toEqual(['ann.js', 'x.js']);
  }));

test('[CTS-8] what still waits at the end is checked before it is judged', () =>
  withSite(1, async ({ folder, handIn, close }) => {
    await handIn('ann', slowFor(2));
    await handIn('ann', THROWS);
    await close();
    const options = { parallel: 2, patienceMillis: 30_000, progress: () => undefined };
    const { board } = await judgeContest(folder, options);
    expect(board.map(({ team, faults }) => [team, faults])).toEqual([['ann', 0]]);
    expect(readdirSync(join(folder, 'arrived'))).toEqual([]);
  }));

test('[CTS-9] nobody fails a check because the machine is busy with something else', () =>
  withSite(1, async ({ folder, handIn }) => {
    // The thread got no processor, as far as anybody knows.
    const used = vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 0, system: 0 });
    onTestFinished(() => used.mockRestore());
    expect(await handIn('ann', slowFor(13))).toMatchObject({ status: 202 });
    await expect
      .poll(() => readdirSync(join(folder, 'programs')), PATIENT)
      .toEqual(['00001-ann.js']);
    expect(used).toHaveBeenCalled();
  }));
