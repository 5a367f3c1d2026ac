/** The program started with each feed, as an operator would. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { untilOpen, withScene } from './venue-process.ts';

const SHIPPED = fileURLToPath(new URL('../../examples/replay', import.meta.url));
const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'] as const;
const REPLAY = [...START, '--feed', 'replay'] as const;

const baseUrlOf = (said: string): string => /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '';

async function candlesOf(said: string, query: string): Promise<string[][]> {
  const response = await fetch(`${baseUrlOf(said)}/capi/v2/market/${query}`);
  return (await response.json()) as string[][];
}

test('[FEED-14] files that cannot be replayed end the start, each named, with code 1', async () => {
  await withScene(async ({ folder, run }) => {
    const files = join(folder, 'files');
    cpSync(SHIPPED, files, { recursive: true });
    rmSync(join(files, 'SOL.csv'));
    const lines = readFileSync(join(files, 'BTC.csv'), 'utf8').split('\n');
    lines[6] = lines[3] ?? '';
    writeFileSync(join(files, 'BTC.csv'), lines.join('\n'));
    const venue = run(...REPLAY, '--feed-folder', files);
    expect(await venue.ended).toBe(1);
    expect(venue.complained()).toContain(`${files}: there is no file for SOL, such as SOL.csv`);
    expect(venue.complained()).toContain(`${files}/BTC.csv:7: is older than the line before`);
  });
});

test('[FEED-10] [FEED-16] the shipped files are replayed after a week of candles', async () => {
  await withScene(async ({ folder, run }) => {
    const first = run(...REPLAY);
    const said = await untilOpen(first);
    expect(said).toContain(`prices replayed from ${SHIPPED}`);
    const days = await candlesOf(said, 'candles?symbol=cmt_ltcusdt&granularity=1d&limit=10');
    expect(days.length).toBeGreaterThanOrEqual(7);
    const health = await (await fetch(`${baseUrlOf(said)}/healthz`)).json();
    const history = JSON.parse(readFileSync(join(folder, 'data/generated-history.json'), 'utf8'));
    expect(health).toMatchObject({ candlesGeneratedUntil: history.endAt });
    // A minute is replayed in a minute: a slow machine may have come to the next ones.
    const rows = readFileSync(join(SHIPPED, 'BTC.csv'), 'utf8').split('\n').slice(1, 5);
    const prices = rows.map((row) => row.split(',').slice(1).map(Number));
    const [high, low] = [
      Math.max(...prices.map((row) => row[1] ?? 0)),
      Math.min(...prices.map((row) => row[2] ?? 0)),
    ];
    const [newest] = await candlesOf(
      said,
      'candles?symbol=cmt_btcusdt&granularity=1m&limit=1&priceType=INDEX',
    );
    expect(Number(newest?.[4])).toBeLessThanOrEqual(high);
    expect(Number(newest?.[4])).toBeGreaterThanOrEqual(low);
    expect(low).toBeGreaterThan(0);
    const note = readFileSync(join(folder, 'data/replay.json'), 'utf8');
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    const second = run(...REPLAY);
    await untilOpen(second);
    expect(readFileSync(join(folder, 'data/replay.json'), 'utf8')).toBe(note);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });
});
