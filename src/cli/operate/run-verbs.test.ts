import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EXIT, TERMINAL } from '../../terminal/output.ts';
import { runAccount } from '../account/run-account.ts';
import { formatChaos } from '../chaos/run-chaos.ts';
import { formatMarket } from '../market/format-market.ts';
import { formatTime, runTime } from '../time/run-time.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const time = { wallTime: NOW, venueTime: NOW, aheadMillis: 0, state: 'running', speed: 1 };

test('[TIME-7] both clocks are shown, how far they are apart, and what the core carries', () => {
  expect(formatTime(time)).toEqual([
    'venue time  2026-06-01 12:00:00 UTC',
    'wall time   2026-06-01 12:00:00 UTC',
    'speed       1',
    'state       running',
  ]);
  const fast = { ...time, aheadMillis: 59 * 3_600_000 + 12, speed: 1_000, measuredSpeed: 549.3 };
  expect(formatTime(fast)[0]).toBe(
    'venue time  2026-06-01 12:00:00 UTC, 2d11h ahead of the wall clock',
  );
  expect(formatTime(fast)[2]).toBe('speed       1000, but this machine carries only about 549');
  expect(formatTime({ ...fast, measuredSpeed: 990 })[2]).toBe('speed       1000');
  expect(formatTime({ ...time, aheadMillis: -61_000 })[0]).toContain('1m1s behind the wall clock');
});

test('[CHAOS-10] chaos is a table, or one line where there is none', () => {
  expect(formatChaos([])).toEqual(['No chaos is on.']);
  const row = { kind: 'thin', what: 'less', symbols: ['a', 'b'], since: NOW, until: null };
  expect(formatChaos([row])[2]).toMatch(/^thin +less +a b +2026-06-01 12:00:00 +calm$/);
  const many = { ...row, symbols: ['a', 'b', 'c', 'd'], until: NOW + 60_000 };
  expect(formatChaos([many])[2]).toMatch(/4 contracts .* 2026-06-01 12:01:00$/);
});

test('[CHAOS-10] the market is one page; an empty side, a halt and a stale index are seen', () => {
  const contract = {
    symbol: 'cmt_btcusdt',
    indexPrice: '90000.000',
    markPrice: '90000.0',
    bestBid: '89999.0',
    bestAsk: '0',
    spreadBp: null,
    basisBp: null,
    bidDepth: '5000',
    askDepth: '0',
    fundingRate: '0.0001',
    openInterest: '1.0',
    volume24h: '5',
    halted: true,
    indexAgeMillis: 31_000,
  };
  const house = [{ who: 'maker 1', deposited: '20000000.00000000', result: '-12.34567890' }];
  const body = {
    time,
    source: 'simulated',
    regime: 'calm',
    contracts: [contract],
    house,
    chaos: [],
  };
  const lines = formatMarket(body);
  expect(lines[2]).toMatch(/^cmt_btcusdt halted stale +90000.000 +90000.0 +89999.0 +- /);
  expect(lines[2]).toContain(' 0.01 ');
  expect(lines).toContain('feed        simulated, calm');
  expect(lines.some((line) => /^maker 1 +20000000.00 +-12.35$/.test(line))).toBe(true);
});

/** A data folder whose operator's port answers so. */
async function openFolder(status: number, answer: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  const folder = mkdtempSync(join(tmpdir(), 'verbs-'));
  const address = `http://127.0.0.1:${port}`;
  const admin = { address, token: 'token', baseUrl: address };
  writeFileSync(join(folder, 'admin.json'), JSON.stringify(admin));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return folder;
}

function capture() {
  const out = vi.spyOn(TERMINAL, 'out').mockImplementation(() => undefined);
  const err = vi.spyOn(TERMINAL, 'err').mockImplementation(() => undefined);
  return { out, err };
}

test('[CLI-27] with --json the answer alone is on standard output', async () => {
  const { out, err } = capture();
  const folder = await openFolder(200, time);
  expect(await runTime(['show', '--json', '--data', folder])).toBe(EXIT.done);
  expect(JSON.parse(out.mock.calls.flat().join())).toEqual(time);
  expect(await runAccount(['list', '--json', '--data', folder])).toBe(EXIT.done);
  expect(err).not.toHaveBeenCalled();
});

test('[CLI-25] one code for one kind of mistake, and the reason in words', async () => {
  const { out, err } = capture();
  const folder = await openFolder(400, { code: '40015', msg: 'FAILED_PRECONDITION: It is shut' });
  const code = (...words: string[]): Promise<number> => runTime([...words, '--data', folder]);
  expect(await code('show')).toBe(EXIT.failed);
  expect(err.mock.calls.flat()).toEqual(['perpetua: It is shut']);
  expect(await code('speed')).toBe(EXIT.misunderstood);
  expect(await code('shwo')).toBe(EXIT.misunderstood);
  expect(await code('show', '--jsn')).toBe(EXIT.misunderstood);
  expect(await runTime([])).toBe(EXIT.misunderstood);
  expect(await runAccount(['create', '--data', folder])).toBe(EXIT.misunderstood);
  const nowhere = join(folder, 'nothing');
  expect(await runTime(['show', '--data', nowhere])).toBe(EXIT.absent);
  expect(out).not.toHaveBeenCalled();
});
