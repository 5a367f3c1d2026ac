/**
 * `perpetua bench tape`: what playing a tape costs, in processor time of this process: reading it,
 * deciding what the book does, and the engine. Shares and the memory afterwards come from one run.
 */
import { contractId } from '../../src/domain/ids.ts';
import { type Millis, millis } from '../../src/domain/units.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { findEffect } from '../../src/tape/own-effect.ts';
import { findQueueModel } from '../../src/tape/queue-model.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import { TapeDeck } from '../../src/tape/tape-deck.ts';
import { tapeGenesis } from '../../src/tape/tape-house.ts';
import { TapeTrack } from '../../src/tape/tape-track.ts';
import { command, countOf, Misunderstood } from '../../src/terminal/command.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { EXIT } from '../../src/terminal/output.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';

const HELP = `Usage: perpetua bench tape FILE [options]

Plays a tape without traders, servers and disk, and tells what it costs.

  --times N    how often, one after the other in one venue's life (1)
  --json       print JSON`;

const TIMES_MAX = 1_000;
const MEBI = 1_048_576;

interface Played {
  readonly levels: number;
  readonly tapeSeconds: number;
  readonly readSeconds: number;
  readonly playSeconds: number;
  readonly memory: number;
}

/** Processor time of this process so far, in seconds. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function readAll(path: string): Promise<number> {
  const from = cpuSeconds();
  for await (const piece of readTape(path).events) void piece;
  return cpuSeconds() - from;
}

async function playTape(path: string): Promise<Played> {
  const readSeconds = await readAll(path);
  const from = cpuSeconds();
  const venue = createBareVenue();
  const [opening] = (await readTape(path).events.next()).value ?? [];
  const startAt = millis(Math.floor((opening?.at ?? 1_000) / 1_000));
  const listed = loadContracts().find(({ base }) => base === 'BTC')!;
  const contract = { ...listed, id: contractId(0) };
  venue.submitAt(startAt, { kind: 'list-contract', contract });
  const maker = venue.read.account.nextId();
  venue.submitAt(startAt, { kind: 'batch', commands: tapeGenesis(maker) });
  const [, taker] = venue.read.account.house();
  const track = new TapeTrack({
    contract,
    accounts: { maker, taker: taker!.account },
    read: venue.read.listing,
    model: findQueueModel('risk-averse')!,
    effect: findEffect('level')!,
  });
  const deck = new TapeDeck({ tapes: [readTape(path)], tracks: new Map([['BTCUSDT', track]]) });
  let first: Millis | undefined;
  let last = 0;
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) {
    const at = deck.nextAt;
    first ??= at;
    last = at;
    const batch = deck.decide();
    if (batch !== undefined) venue.submitAt(at, batch);
  }
  return {
    levels: track.counts.levels,
    tapeSeconds: (last - (first ?? last)) / 1_000,
    readSeconds,
    playSeconds: cpuSeconds() - from,
    memory: process.memoryUsage().rss / MEBI,
  };
}

export const benchTape = command({ help: HELP, words: 1 }, async (flags, { out }) => {
  const [path] = flags.words;
  if (path === undefined) throw new Misunderstood('name the file: perpetua bench tape FILE');
  const times = countOf(flags, 'times', 1, TIMES_MAX);
  for (let time = 0; time < times; time += 1) {
    const played = await playTape(path);
    if (flags.switches.has('json')) {
      out(JSON.stringify(played));
      continue;
    }
    const { levels, tapeSeconds, readSeconds, playSeconds, memory } = played;
    out(
      `${whole(levels)} level changes in ${playSeconds.toFixed(2)} s of processor time: ` +
        `${whole(Math.round(levels / playSeconds))} a second, ` +
        `${(tapeSeconds / playSeconds).toFixed(0)} times as fast as the tape; ` +
        `reading alone ${((readSeconds / playSeconds) * 100).toFixed(0)} %; ` +
        `${memory.toFixed(0)} MiB`,
    );
  }
  return EXIT.done;
});
