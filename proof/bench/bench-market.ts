/**
 * `perpetua bench market`: the cost of eight markets. A real venue runs at its default pace, and
 * the processor time and memory of its process are read from its metrics. Then engine and house run
 * without servers or disk, as fast as one core can go: once with all eight markets, once with BTC
 * alone. All results are ratios of processor time, so that a busy machine gives nearly the same
 * answer.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../../src/domain/contract.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { createDrive } from '../market-report/drive-market.ts';
import { pickContracts } from '../market-report/report-jobs.ts';
import { asMegabytes, asPart, asTimes, type Figure, measured } from './figure.ts';
import { benchmark, spend, startMeasured, tellProgress } from './harness.ts';

const HELP = `Usage: perpetua bench market [options]

  --seconds N   how long the venue is measured, after a warm-up of the same
                length (60)
  --hours N     hours of venue time to run without servers and disk (6)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of a table`;

/** The promised limits. */
const CORE_PART_MAX = 0.05;
const MEGABYTES_MAX = 300;
const SPEED_MIN = 2_000;
const SINGLE_SPEED_MIN = 8_000;

interface FastRun {
  /** Venue seconds per second of processor time. */
  readonly speed: number;
  readonly commandsPerSecond: number;
  readonly microsPerCommand: number;
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
    const { most: mostBefore, last: before } = await watchMemory(venue.baseUrl, seconds);
    const { most: mostAfter, last: after } = await watchMemory(venue.baseUrl, seconds);
    const wall = after.uptime - before.uptime;
    return {
      /** The part of one core that is used at the default pace. */
      corePart: (after.cpu - before.cpu) / wall,
      /** Right after opening, and the most that was seen from then on. */
      megabytesAtOpen: first.resident / 2 ** 20,
      megabytes: Math.max(first.resident, mostBefore, mostAfter) / 2 ** 20,
      entriesPerSecond: (after.entries - before.entries) / wall,
    };
  } finally {
    await venue.stop();
  }
}

/** Samples every second: a snapshot takes more memory for a moment. */
async function watchMemory(baseUrl: string, seconds: number) {
  let last = await readMetrics(baseUrl);
  let most = last.resident;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await sleep(Math.min(1_000, Math.max(1, end - performance.now())));
    last = await readMetrics(baseUrl);
    most = Math.max(most, last.resident);
  }
  return { most, last };
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
  };
}

const WARM_UP_PART = 0.1;

async function driveFast(contracts: readonly Contract[], hours: number): Promise<FastRun> {
  const drive = createDrive({ contracts, seed: seedOfWord('bench') });
  const span = hours * 3_600_000;
  drive.reach(drive.at + span * WARM_UP_PART);
  drive.commands = 0;
  const spent = await spend(() => drive.reach(drive.at + span));
  return {
    speed: (hours * 3_600) / spent,
    commandsPerSecond: drive.commands / (hours * 3_600),
    microsPerCommand: (spent * 1e6) / drive.commands,
  };
}

function figuresOf(result: MarketResult): Figure[] {
  return [
    measured('processor, at the pace of the clock, of a core', result.corePart, {
      show: asPart,
      most: CORE_PART_MAX,
    }),
    measured('memory of the whole venue, just after opening', result.megabytesAtOpen, {
      show: asMegabytes,
      most: MEGABYTES_MAX,
    }),
    measured('the most later', result.megabytes, { show: asMegabytes, most: MEGABYTES_MAX }),
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
