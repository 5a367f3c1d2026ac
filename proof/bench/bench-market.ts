/**
 * `perpetua bench market`: the cost of eight markets. A real venue runs at its default pace, and
 * the processor time and memory of its process, and the longest turn of its loop, are read from its
 * metrics. Then engine and house run without servers or disk, as fast as one core can go: once with
 * all eight markets, once with BTC alone, each after as long a run of another seed, which takes the
 * compiler out of the figure. All results but that turn are of processor time, so that a busy
 * machine gives nearly the same answer.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../../src/domain/contract.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { createDrive, type Drive, pickContracts } from '../market-report/drive-market.ts';
import { asMegabytes, asMillis, asPart, asTimes, type Figure, measured } from './figure.ts';
import { benchmark, spend, startMeasured, tellProgress } from './harness.ts';

const HELP = `Usage: perpetua bench market [options]

  --seconds N   how long the venue is measured, after a warm-up of the same
                length (60)
  --hours N     hours of venue time to run without servers and disk, after as
                many of another seed (6)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of a table`;

/** The promised limits. */
const CORE_PART_MAX = 0.05;
const TURN_MILLIS_MAX = 5;
const MEGABYTES_MAX = 300;
const SPEED_MIN = 2_000;
const SINGLE_SPEED_MIN = 8_000;

interface FastRun {
  /** Venue seconds per second of processor time. */
  readonly speed: number;
  readonly commandsPerSecond: number;
  readonly microsPerCommand: number;
  /** The processor time of its longest beat. */
  readonly beatMillis: number;
}

export const benchMarket = benchmark({
  help: HELP,
  measure: ({ isQuick, figureOf }) =>
    measureMarket(isQuick ? 2 : figureOf('seconds'), isQuick ? 0.05 : figureOf('hours')),
  title: 'eight markets',
  figures: figuresOf,
  format: formatResult,
});

async function measureMarket(seconds: number, hours: number) {
  tellProgress(`watching a venue for ${2 * seconds} s`);
  const living = await inTemporaryFolder((folder) => watchVenue(folder, seconds));
  tellProgress(`running ${hours} hours of venue time`);
  const contracts = loadContracts();
  const eight = await driveFast(contracts, hours);
  tellProgress('running BTC alone');
  const single = await driveFast(pickContracts(contracts, ['BTC']), hours);
  return { ...living, eight, single };
}

type MarketResult = Awaited<ReturnType<typeof measureMarket>>;

async function watchVenue(folder: string, seconds: number) {
  const venue = await startMeasured(folder, 5);
  try {
    const first = await readMetrics(venue.baseUrl);
    const { most: mostBefore, last: before } = await watchMetrics(venue.baseUrl, seconds);
    const { most: mostAfter, turn, last: after } = await watchMetrics(venue.baseUrl, seconds);
    const wall = after.uptime - before.uptime;
    return {
      /** The part of one core that is used at the default pace. */
      corePart: (after.cpu - before.cpu) / wall,
      /** Right after opening, and the most that was seen from then on. */
      megabytesAtOpen: first.resident / 2 ** 20,
      megabytes: Math.max(first.resident, mostBefore, mostAfter) / 2 ** 20,
      entriesPerSecond: (after.entries - before.entries) / wall,
      /** By the clock: what others ran on the core meanwhile is in it. */
      turnMillis: turn * 1_000,
    };
  } finally {
    await venue.stop();
  }
}

/** Samples every second: a snapshot takes more memory for a moment. */
async function watchMetrics(baseUrl: string, seconds: number) {
  let last = await readMetrics(baseUrl);
  let most = last.resident;
  let turn = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await sleep(Math.min(1_000, Math.max(1, end - performance.now())));
    last = await readMetrics(baseUrl);
    most = Math.max(most, last.resident);
    turn = Math.max(turn, last.turn);
  }
  return { most, turn, last };
}

async function readMetrics(baseUrl: string) {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const readValue = (name: string): number =>
    Number(new RegExp(`^perpetua_${name} (.+)$`, 'm').exec(text)?.[1]);
  return {
    cpu: readValue('process_cpu_seconds'),
    uptime: readValue('process_uptime_seconds'),
    resident: readValue('process_resident_bytes'),
    entries: readValue('entries'),
    turn: readValue('event_loop_delay_seconds\\{quantile="1"\\}'),
  };
}

async function driveFast(contracts: readonly Contract[], hours: number): Promise<FastRun> {
  const span = hours * 3_600_000;
  const begin = (word: string): Drive => createDrive({ contracts, seed: seedOfWord(word) });
  const warm = begin('warm-up');
  warm.reach(warm.at + span);
  const drive = begin('bench');
  const spent = await spend(() => drive.reach(drive.at + span));
  const { commands } = drive;
  return {
    speed: (hours * 3_600) / spent,
    commandsPerSecond: commands / (hours * 3_600),
    microsPerCommand: (spent * 1e6) / commands,
    beatMillis: findLongestBeat(drive, Math.min(span, BEATS_MILLIS)),
  };
}

/** How much venue time is watched beat by beat. */
const BEATS_MILLIS = 3_600_000;

/** Of the processor time of this thread, in which the collector may have stopped it. */
function findLongestBeat(drive: Drive, span: number): number {
  let most = 0;
  for (const end = drive.at + span; drive.at < end; ) {
    const began = process.threadCpuUsage();
    drive.step();
    const { user, system } = process.threadCpuUsage(began);
    most = Math.max(most, (user + system) / 1_000);
  }
  return most;
}

function figuresOf(result: MarketResult): Figure[] {
  return [
    measured('processor, at the pace of the clock, of a core', result.corePart, {
      show: asPart,
      most: CORE_PART_MAX,
    }),
    measured('the longest turn of its loop, by the clock', result.turnMillis, {
      show: asMillis,
      most: TURN_MILLIS_MAX,
    }),
    measured('memory of the whole venue, just after opening', result.megabytesAtOpen, {
      show: asMegabytes,
      most: MEGABYTES_MAX,
    }),
    measured('the most later', result.megabytes, { show: asMegabytes, most: MEGABYTES_MAX }),
    measured('the longest beat of an hour, of a core', result.eight.beatMillis, {
      show: asMillis,
      most: TURN_MILLIS_MAX,
    }),
    measured('venue time, without servers and disk', result.eight.speed, {
      show: asTimes,
      least: SPEED_MIN,
      beside: 'real time',
      gain: (speed) => `Eight simulated markets run at ${speed} real time on one core.`,
    }),
    measured('the same for BTC alone', result.single.speed, {
      show: asTimes,
      least: SINGLE_SPEED_MIN,
      beside: 'real time',
    }),
  ];
}

function formatResult(result: MarketResult): string[] {
  return [
    `The venue journaled ${result.entriesPerSecond.toFixed(1)} entries a second.`,
    `Without servers, all markets have ${whole(result.eight.commandsPerSecond)} commands a second`,
    `of venue time; one takes ${result.eight.microsPerCommand.toFixed(1)} µs, including the`,
    "house's decision.",
  ];
}
