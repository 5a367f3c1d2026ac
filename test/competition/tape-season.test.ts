/** A season on a recording in disguise: its result is verified, and with the recording wholly. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Entry } from '../../src/domain/command.ts';
import { seq as toSeq } from '../../src/domain/units.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { publishSeason } from '../../src/results/publish-season.ts';
import { verifyWithTapes } from '../../src/results/verify-season.ts';
import { ENGINE_VERSION } from '../../src/venue/open-venue.ts';
import { makeRecording } from '../tape/make-recording.ts';
import { emptyFolder, openSandbox } from '../time/sandbox.ts';
import {
  beginSeason,
  closeSeason,
  endSeason,
  publish,
  quiet,
  remarksOf,
  seedsOf,
  verify,
  wordsOf,
} from './market-kit.ts';

const { folder, table, remove } = await emptyFolder();
afterAll(remove);

const data = join(folder, 'data');
const { path } = makeRecording(join(folder, 'day.gz'), { seed: 9, changes: 900 });
const other = makeRecording(join(folder, 'other.gz'), { seed: 10, changes: 900 }).path;
const args = [
  ...['--contracts', table, '--journal-keep', 'all', '--feed', 'tape', '--tape', path],
  ...['--disguise', 'on', '--effect', 'half-life-2s'],
];

/** With a stop in the middle of the season, and a trader who takes. */
async function playSeason(): Promise<readonly Entry[]> {
  const first = await openSandbox({ folder: data, args });
  await first.pass(3_000);
  const now = first.clock.venueNow();
  await beginSeason(first, { startAt: now + 3_600_000, endAt: now + 7_200_000 });
  const take = (side: string, count: number) => ({
    ...{ symbol: 'cmt_btcusdt', client_oid: `take-${count}`, size: '0.5000', match_price: '1' },
    type: side,
  });
  for (const [count, side] of ['1', '3', '2', '4'].entries()) {
    const { status, text } = await first.signed('order/placeOrder', take(side, count));
    expect(status, text).toBe(200);
    await first.pass(700);
  }
  const wall = first.wall();
  await first.close();
  const again = await openSandbox({ folder: data, args, wall: wall + 500 });
  await again.pass(2_000);
  expect((await again.signed('order/placeOrder', take('1', 9))).status).toBe(200);
  await again.pass(3_000);
  await endSeason(again);
  await again.pass(1_000);
  await closeSeason(again);
  await again.pass(500);
  const entries = again.entries();
  await again.close();
  return entries;
}

const verifyBy = (result: string, ...tapes: readonly string[]) =>
  verifyWithTapes({ folder: result, publicKey: null, tapes, out: quiet });

test('[TAPE-26] a season on a disguised tape verifies, with its files every moment', async () => {
  const entries = await playSeason();
  const result = join(folder, 'result');
  await publish(data, result);
  const plain = verify(result);
  expect(wordsOf(plain)).toBe('good');
  expect(remarksOf(plain)).toMatch(/a recording in disguise: \d+ moments/);
  const whole = await verifyBy(result, path);
  expect(wordsOf(whole)).toBe('good');
  expect(remarksOf(whole)).toMatch(/: \d{3,} moments were decided again/);
  expect(wordsOf(await verifyBy(result, other))).toContain(
    'the journal has a recording in disguise',
  );

  // An organiser who lets a level be smaller than it was is found out by whoever has the files.
  const started = entries.findIndex(({ command }) => command.kind === 'start-season');
  const isPlayed = ({ command }: Entry): boolean =>
    command.kind === 'batch' && command.commands.some(({ kind }) => kind === 'play-tape');
  const dropped = entries.findIndex((entry, at) => at > started + 5 && isPlayed(entry));
  const bent = join(folder, 'bent');
  const journal = await openJournal({ dataFolder: bent, version: ENGINE_VERSION, warn: quiet });
  const kept = entries.filter((_, at) => at !== dropped);
  await journal.append(kept.map((entry, at) => ({ ...entry, seq: toSeq(at + 1) })));
  await journal.close();
  const out = join(folder, 'bent-result');
  await publishSeason({
    ...{ dataFolder: bent, outFolder: out, season: null, seeds: seedsOf(data), out: quiet },
  });
  expect(wordsOf(verify(out))).toBe('good');
  expect(wordsOf(await verifyBy(out, path))).toMatch(/^journal, entry \d+, tape/);
});
