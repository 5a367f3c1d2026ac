import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { keepProgram, newContest } from '../contest-folder.ts';
import { judgeContest, verifyContest } from '../judge-contest.ts';
import { type Site, serveContest } from './serve-contest.ts';
import { TeamList } from './team-list.ts';

const RULES = { hours: 0.01, seeds: 2, boardSeeds: 2, dailyRuns: 1, warmUpSeconds: 5 };
const BUYER = `export function decide(state, memory) {
  const orders = memory ? [] : [{ contract: 'BTC', side: 'buy', size: 0.01 }];
  return { orders, memory: true };
}`;
const IDLE = 'export function decide() { return {} }';
const JS = { 'content-type': 'text/javascript' };
const QUICK = { parallel: 1, patienceMillis: 30_000, progress: () => undefined };

interface Stand {
  readonly folder: string;
  readonly complaints: readonly string[];
  readonly url: () => string;
  readonly reopen: () => Promise<void>;
  readonly tokenOf: (team: string) => string;
  /** By days. */
  readonly wait: (days: number) => void;
}

const withSite = (isOpen: boolean, work: (stand: Stand) => Promise<void>): Promise<void> =>
  inTemporaryFolder(async (root) => {
    const folder = join(root, 'contest');
    newContest(folder, { name: 'Test', ...RULES }, readContractRows());
    const complaints: string[] = [];
    let now = Date.UTC(2026, 0, 1);
    let site: Site | undefined;
    const open = async (): Promise<void> => {
      site = await serveContest({
        ...{ folder, isOpen, host: '127.0.0.1', port: 0, parallel: 1, answerMillis: 25_000 },
        findPage: async () => undefined,
        now: () => now,
        monotonicNow: () => performance.now(),
        complain: (problem) => complaints.push(problem),
      });
    };
    await open();
    try {
      await work({
        folder,
        complaints,
        url: () => `http://127.0.0.1:${site?.port}`,
        reopen: async () => {
          await site?.close();
          await open();
        },
        tokenOf: (team) => new TeamList(folder).add(team),
        wait: (days) => {
          now += days * 86_400_000;
        },
      });
    } finally {
      await site?.close();
    }
    expect(complaints).toEqual([]);
  });

async function send(url: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body, headers });
  return { status: answer.status, ...Object(await answer.json()) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const boardOf = async (url: string) => (await fetch(`${url}/board.json`)).json();

test('[CTS-8] teams hand in over the network, and the result is downloaded and verified', () =>
  withSite(false, async ({ folder, url, reopen, tokenOf, wait }) => {
    const [ann, bob] = [tokenOf('ann'), tokenOf('bob')];
    expect(statSync(join(folder, 'teams.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'teams.json'), 'utf8')).not.toContain(ann);
    const handIn = (token: string, text: string) =>
      send(`${url()}/programs`, text, { ...JS, ...bearer(token) });
    expect(await handIn(ann, BUYER)).toMatchObject({
      ...{ status: 200, team: 'ann', file: '00001-ann.js', isRun: true, runsLeft: 0 },
      report: { decisions: 60, orders: 1 },
    });
    // One run a day: the second is kept, and waits for nothing.
    expect(await handIn(ann, IDLE)).toMatchObject({ isRun: false, file: '00002-ann.js' });
    expect(await handIn(bob, IDLE)).toMatchObject({ isRun: true });
    const teams = async () =>
      (await boardOf(url())).board.map(({ team }: { team: string }) => team);
    await expect.poll(teams).toHaveLength(2);
    const own = await (await fetch(`${url()}/programs`, { headers: bearer(ann) })).json();
    expect(own.programs.map(({ state }: { state: string }) => state)).toEqual([
      'scored',
      'not run',
    ]);
    expect(own.programs[0].score).not.toBe(0);

    await reopen();
    expect(await teams()).toHaveLength(2);
    wait(1.1);
    expect(await handIn(ann, BUYER)).toMatchObject({ isRun: true, file: '00004-ann.js' });
    // The organiser takes a program beside the site.
    keepProgram(folder, { team: 'bob', text: `${IDLE}\n`, language: 'js' });
    const { handedIn } = await (await fetch(`${url()}/board.json`)).json();
    const judged = await judgeContest(folder, QUICK);
    expect(JSON.parse(readFileSync(join(folder, 'result', 'result.json'), 'utf8'))).toMatchObject({
      handedIn,
    });
    expect(await handIn(ann, IDLE)).toMatchObject({
      status: 400,
      error: expect.stringContaining('is over'),
    });
    expect(await boardOf(url())).toMatchObject({ phase: 'over', board: judged.board });
    expect(await (await fetch(url())).text()).toContain('2 teams; the board');
    expect(await (await fetch(`${url()}/board.svg`)).text()).toMatch(/^<svg .*<\/svg>\n$/s);
    const packed = await (await fetch(`${url()}/result.tar.gz`)).arrayBuffer();
    const download = join(folder, 'download');
    mkdirSync(download);
    writeFileSync(join(download, 'result.tar.gz'), new Uint8Array(packed));
    execFileSync('tar', ['xzf', 'result.tar.gz'], { cwd: download });
    const { differences, board } = await verifyContest(join(download, 'result'), QUICK);
    expect(differences).toEqual([]);
    expect(board.map(({ team }) => team).sort()).toEqual(['ann', 'bob']);
  }));

test('[CTS-10] what a program threw on the board is told to its team alone', () =>
  withSite(false, async ({ url, tokenOf }) => {
    const token = tokenOf('ann');
    // A heat of the board has other steps than the check.
    const throws = `export function decide(state) {
      if (state.steps !== 60) throw new Error('my secret words');
    }`;
    const taken = await send(`${url()}/programs`, throws, { ...JS, ...bearer(token) });
    expect(taken).toMatchObject({ isRun: true });
    const own = async () => (await fetch(`${url()}/programs`, { headers: bearer(token) })).json();
    await expect
      .poll(own)
      .toMatchObject({ programs: [{ fault: 'decision 0: my secret words (line 2)' }] });
    const board = await (await fetch(`${url()}/board.json`)).text();
    expect(JSON.parse(board).board).toMatchObject([{ team: 'ann', faults: 72, fault: null }]);
    for (const text of [board, await (await fetch(url())).text()])
      expect(text).not.toContain('secret words');
  }));

test('[CTS-9] a program that fails is not kept, and its team is told why', () =>
  withSite(false, async ({ folder, url, tokenOf }) => {
    const token = tokenOf('ann');
    const handIn = (text: string, headers: Record<string, string> = JS) =>
      send(`${url()}/programs`, text, { ...headers, ...bearer(token) });
    expect(await handIn('export function decide() { for (;;) {} }')).toMatchObject({
      status: 400,
      error: expect.stringContaining('out of gas'),
    });
    expect(await handIn('not a program (')).toMatchObject({
      status: 400,
      error: expect.stringContaining('line 1'),
    });
    expect(await handIn(IDLE, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await handIn(`//${'x'.repeat(300_000)}`)).toMatchObject({ status: 413 });
    expect(await handIn(IDLE)).toMatchObject({ status: 200 });
    const file = join(folder, 'handed-in.jsonl');
    expect(readFileSync(file, 'utf8').match(/"taken"/g)).toHaveLength(1);
    expect(readFileSync(file, 'utf8').match(/"refused"/g)).toHaveLength(2);
  }));

test('[CTS-10] nothing of another team, and no secret, is to be had from the site', () =>
  withSite(true, async ({ folder, url }) => {
    const entered = await send(`${url()}/teams`, JSON.stringify({ team: 'ann' }), {});
    expect(entered).toMatchObject({ status: 200, team: 'ann' });
    for (const [body, status] of [
      [JSON.stringify({ team: 'Ann' }), 400],
      [JSON.stringify({ team: '../ann' }), 400],
      [JSON.stringify(null), 400],
      ['{', 400],
      ['x'.repeat(2_000), 413],
    ] as const)
      expect(await send(`${url()}/teams`, body, {})).toMatchObject({ status });
    const marked = `// private words\n${IDLE}`;
    expect(
      await send(`${url()}/programs`, marked, { ...JS, ...bearer(entered.token) }),
    ).toMatchObject({ status: 200 });
    const bob = await send(`${url()}/teams`, JSON.stringify({ team: 'bob' }), {});
    const secret = JSON.parse(readFileSync(join(folder, 'secret.json'), 'utf8')).key;
    const paths = [
      '/',
      '/board.json',
      '/programs',
      '/result.tar.gz',
      '/board.svg',
      '/secret.json',
      '/teams.json',
    ];
    for (const path of [...paths, '/programs/00001-ann.js', '/..%2fsecret.json'])
      for (const headers of [{}, bearer(bob.token), bearer('nobody')]) {
        const answer = await fetch(url() + path, { headers });
        const text = await answer.text();
        for (const word of ['private words', secret, entered.token])
          expect(text).not.toContain(word);
        expect(answer.status).toBeLessThan(500);
      }
    const theirs = await fetch(`${url()}/programs`, { headers: bearer(bob.token) });
    expect(await theirs.json()).toMatchObject({ team: 'bob', programs: [] });
    // Guessing ends soon.
    const guesses = [];
    for (let guess = 0; guess < 30; guess += 1)
      guesses.push((await fetch(`${url()}/programs`, { headers: bearer(`${guess}`) })).status);
    expect(guesses).toContain(429);
  }));
