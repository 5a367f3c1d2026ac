/** The page of a finished contest, on which a browser runs the whole of it again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { providePage } from '../../src/assembly/provide-page.ts';
import {
  keepProgram,
  newContest,
  readFiles,
  readProgram,
} from '../../src/contest/contest-folder.ts';
import { judgeContest } from '../../src/contest/judge-contest.ts';
import { findBoxFault } from '../../src/contest/python-box.ts';
import { serveContest } from '../../src/contest/site/serve-contest.ts';
import { packTar } from '../../src/contest/tar.ts';
import { readContractRows } from '../../src/gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { makeRecording } from '../tape/make-recording.ts';
import { openWithBrowser } from './browser.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/contest/', import.meta.url));
const PATIENCE = { timeout: 120_000 };

/** Beside those of the examples: one that ends in every way a program can. */
const TROUBLE = `export function decide(state) {
  if (state.step === 3) throw new Error('lost');
  if (state.step === 4) for (;;);
  if (state.step === 5) { const all = []; for (;;) all.push('x'.repeat(1e6) + all.length); }
  return { orders: [{ side: 'buy', size: Math.random() / 100 }] };
}`;

async function openContest() {
  const home = mkdtempSync(join(tmpdir(), 'perpetua-verify-'));
  const folder = join(home, 'contest');
  const rules = { name: 'Verified', hours: 0.02, cadenceSeconds: 2, seeds: 2 };
  newContest(folder, { ...rules, book: 'together', python: 'on' }, readContractRows());
  for (const file of ['trend.ts', 'maker.js', 'random.js'])
    keepProgram(folder, readProgram(EXAMPLES + file, file.slice(0, -3)));
  const isBoxed = findBoxFault() === undefined;
  if (isBoxed) keepProgram(folder, readProgram(`${EXAMPLES}momentum.py`, 'momentum'));
  keepProgram(folder, { team: 'trouble', text: TROUBLE, language: 'js' });
  const options = { parallel: 2, patienceMillis: 60_000, progress: () => undefined };
  const { board } = await judgeContest(folder, options);
  const site = await serveContest({
    ...{ folder, isOpen: false, host: '127.0.0.1', port: 0, parallel: 1 },
    now: Date.now,
    monotonicNow: () => performance.now(),
    findPage: () =>
      providePage({ warn: (_, problem) => expect.fail(problem) }, undefined, 'verifier'),
    complain: (problem) => process.stderr.write(`${problem}\n`),
  });
  return {
    board,
    isBoxed,
    files: readFiles(join(folder, 'result')),
    url: `http://127.0.0.1:${site.port}`,
    close: async () => {
      await site.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const { test, browser, sight } = await openWithBrowser(openContest);

async function open(): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (said) => {
    if (said.type() === 'error') complaints.push(said.text());
  });
  await page.goto(sight.url);
  await expect.poll(() => page.locator('#verify').isEnabled(), PATIENCE).toBe(true);
  return { page, complaints };
}

const said = (page: Page) => page.locator('#verify-said').innerText();

test('[CTS-11] the page of a finished contest runs all of it again in the browser', async () => {
  const { page, complaints } = await open();
  expect(sight.board.find(({ team }) => team === 'trouble')?.faults).toBeGreaterThan(3);
  await page.locator('#verify').click();
  await expect.poll(() => said(page), PATIENCE).toMatch(/^(?:Verified|Not verified)/);
  expect(await page.locator('#verify-differences li').allInnerTexts()).toEqual([]);
  expect(await said(page)).toContain('Verified: 2 heats run again here');
  if (sight.isBoxed) expect(await said(page)).toContain('answers of momentum are as published');
  expect(complaints).toEqual([]);
  await page.close();
});

test('[CTS-11] one changed byte of any file is found in the browser, and named', async () => {
  for (const [name, bytes] of sight.files) {
    const { page } = await open();
    const changed = Uint8Array.from(bytes);
    // In the middle of what a person would change: no end of a line, no quote.
    const at = changed.findIndex((byte, place) => place > bytes.length / 2 && byte > 0x60);
    changed[at]! ^= 1;
    const buffer = Buffer.from(gzipSync(packTar(new Map([...sight.files, [name, changed]]))));
    await page
      .locator('#verify-file')
      .setInputFiles({ name: 'result.tar.gz', mimeType: 'application/gzip', buffer });
    await expect.poll(() => said(page), PATIENCE).toMatch(/Not verified/);
    const found = await page.locator('#verify-differences li').allInnerTexts();
    expect([await said(page), ...found].join('\n'), name).toContain(name);
    await page.close();
  }
  expect([...sight.files.keys()]).toContain('stripped/00001-trend.js');
});

test('[CTS-11] what is no result is told in words', async () => {
  const { page } = await open();
  for (const [buffer, words] of [
    [Buffer.from('hello'), 'cannot be unpacked'],
    [gzipSync('hello'.repeat(1_000)), 'no tar file'],
    [gzipSync(packTar(new Map())), 'contest.json is not there'],
  ] as const) {
    await page
      .locator('#verify-file')
      .setInputFiles({ name: 'result.tar.gz', mimeType: 'application/gzip', buffer });
    await expect.poll(() => said(page), PATIENCE).toContain(words);
  }
  await page.close();
});

test('[CTS-11] a browser that cannot begin to run it says so, and waits for nothing', async () => {
  const { page } = await open();
  await page.route(/heat-worker/, (route) => route.abort());
  await page.locator('#verify').click();
  await expect.poll(() => said(page), PATIENCE).toBe('Not verified: a worker could not begin');
  await page.close();
});

test('[CTS-11] the browser takes from the site what was judged with, and no more', async () => {
  const wasm = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  const given = await (await fetch(`${sight.url}/quickjs.wasm`)).arrayBuffer();
  expect(Buffer.from(given).equals(readFileSync(wasm))).toBe(true);
  for (const path of ['/assets/..%2fverify.js', '/assets/nothing.js', '/index.html'])
    expect((await fetch(sight.url + path)).status, path).toBe(404);
});

async function judgeOnTape(home: string, rules: object): Promise<ReturnType<typeof readFiles>> {
  const folder = join(home, 'contest');
  const { path } = makeRecording(join(home, 'day.gz'), { changes: 2_600 });
  const told = { name: 'Tape', hours: 0.01, warmUpSeconds: 5, seeds: 2, tapes: [path], ...rules };
  newContest(folder, told, readContractRows());
  keepProgram(folder, readProgram(`${EXAMPLES}random.js`, 'ann'));
  await judgeContest(folder, { parallel: 2, patienceMillis: 60_000, progress: () => undefined });
  return readFiles(join(folder, 'result'));
}

test('[CTS-13] the browser plays a published recording again, or says why not', async () => {
  const check = async (files: ReturnType<typeof readFiles>): Promise<string> => {
    const { page } = await open();
    const buffer = Buffer.from(gzipSync(packTar(files)));
    const chosen = { name: 'result.tar.gz', mimeType: 'application/gzip', buffer };
    await page.locator('#verify-file').setInputFiles(chosen);
    await expect.poll(() => said(page), PATIENCE).toMatch(/^(?:Verified|Not verified)/);
    const found = await page.locator('#verify-differences li').allInnerTexts();
    const words = [await said(page), ...found].join('\n');
    await page.close();
    return words;
  };
  await inTemporaryFolder(async (home) => {
    const files = await judgeOnTape(home, {});
    expect(await check(files)).toContain('Verified: 2 heats run again here');
    const tape = Uint8Array.from(files.get('tapes/day.gz')!);
    tape[tape.length >> 1]! ^= 1;
    expect(await check(new Map([...files, ['tapes/day.gz', tape]]))).toContain(
      'Not verified: day.gz is not the recording',
    );
  });
  await inTemporaryFolder(async (home) => {
    const files = await judgeOnTape(home, { tapeFiles: 'named' });
    expect(await check(files)).toContain('names the recording day.gz and does not hold it');
  });
});
