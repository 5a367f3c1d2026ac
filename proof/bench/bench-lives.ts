/**
 * `perpetua bench lives`: how fast bots live. A day of BTC with a bot inside the process; a sweep
 * on all cores; and a bot over HTTP that acts each second. Each beside the market alone, measured
 * in the same run, so that a busy machine gives nearly the same ratios.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { beginLife } from '../../src/lab/lab-life.ts';
import { parseTerms } from '../../src/lab/lab-terms.ts';
import { createObserver } from '../../src/lab/observe.ts';
import { stepLife } from '../../src/lab/step-life.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { createDrive, pickContracts } from '../market-report/drive-market.ts';
import { runProgram } from '../program.ts';
import { areKept, asPart, asSeconds, asTimes, type Figure, measured } from './figure.ts';
import { benchmark, spend, tellProgress } from './harness.ts';
import type { LifePace } from './life-bot.ts';

const HELP = `Usage: perpetua bench lives [options]

  --hours N     of BTC with a bot inside the process (24)
  --variants N  of the sweep; 64 is the whole of it (8)
  --seeds N     of the sweep, each an hour of BTC; 20 is the whole of it (4)
  --minutes N   of BTC with a bot over HTTP that acts each second (20)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of a table`;

/** The promised limits. */
const DAY_SECONDS_MAX = 10;
const CORES_PART_MIN = 0.9;
const SPEED_MIN = 60;

const BOT = fileURLToPath(new URL('./life-bot.ts', import.meta.url));
const DAY_HOURS = 24;
const WARM_UP_PART = 0.1;
const HOUR = 3_600;

interface LivesAsked {
  readonly hours: number;
  readonly variants: number;
  readonly seeds: number;
  /** Venue time of a life of the sweep, and of the bot over HTTP. */
  readonly sweepSeconds: number;
  readonly httpSeconds: number;
}

export const benchLives = benchmark({
  help: HELP,
  measure: ({ isQuick, figureOf, countOf }) =>
    measureLives(
      isQuick
        ? { hours: 0.1, variants: 2, seeds: 1, sweepSeconds: 60, httpSeconds: 60 }
        : {
            hours: figureOf('hours'),
            variants: countOf('variants'),
            seeds: countOf('seeds'),
            sweepSeconds: HOUR,
            httpSeconds: 60 * figureOf('minutes'),
          },
    ),
  title: 'lives',
  figures: figuresOf,
  format: formatResult,
  isGood: (result) => areKept(figuresOf(result)),
});

async function measureLives(asked: LivesAsked) {
  const { hours, variants, seeds } = asked;
  // Both are compiled before either is measured.
  driveAlone(hours * WARM_UP_PART);
  liveInside(hours * WARM_UP_PART);
  tellProgress(`running BTC alone for ${hours} h of venue time`);
  const alone = (await spend(() => driveAlone(hours))) / hours;
  tellProgress('the same with a bot inside the process');
  const insideSeconds = (await spend(() => liveInside(hours))) / hours;
  tellProgress(`a sweep of ${variants} × ${seeds} lives`);
  const sweep = await inTemporaryFolder((folder) => sweepLives(folder, asked));
  tellProgress('a bot over HTTP that acts each second');
  const http = await inTemporaryFolder((folder) => liveOverHttp(folder, asked.httpSeconds));
  const venueHours = (variants * seeds * asked.sweepSeconds) / HOUR;
  return {
    /** Processor seconds of an hour of the market alone. */
    alone,
    inside: { daySeconds: insideSeconds * DAY_HOURS, ratio: insideSeconds / alone },
    sweep: { ...sweep, ratio: sweep.cpuSeconds / venueHours / alone },
    http: { ...http, ratio: (http.cpuSeconds / http.venueSeconds) * (HOUR / alone) },
  };
}

type LivesResult = Awaited<ReturnType<typeof measureLives>>;

function driveAlone(hours: number): void {
  const contracts = pickContracts(loadContracts(), ['BTC']);
  const drive = createDrive({ contracts, seed: seedOfWord('bench') });
  drive.reach(drive.at + hours * HOUR * 1_000);
}

const ACTIONS = [0.5, 0, -0.5, 0].map((part) => new Float64Array([part]));

/** Looks every second, and has another position each minute. */
function liveInside(hours: number): void {
  const terms = parseTerms({ contract: 'BTC', wallet: 1_000_000 }, loadContracts());
  const life = beginLife(terms, 'bench');
  const observer = createObserver(life);
  const [seat] = life.seats;
  const row = new Float64Array(1_000);
  for (let second = 0; second < hours * HOUR; second += 1) {
    const action = ACTIONS[Math.floor(second / 60) % ACTIONS.length]!;
    stepLife(life, new Map([[0, action]]), observer);
    if (seat !== undefined) observer.write(seat, row, 0);
  }
}

interface LivesRun {
  readonly folder: string;
  readonly bot: string;
  readonly seconds: number;
  readonly words: readonly string[];
}

async function runLivesIn({ folder, bot, seconds, words }: LivesRun): Promise<void> {
  const args = ['lives', '--bot', `exec ${bot}`, '--hours', (seconds / HOUR).toFixed(6)];
  const program = runProgram({ folder, args: [...args, '--only', 'BTC', ...words], isQuiet: true });
  // When it is gone, the processor time of all that it started is known here.
  const [code] = await once(program.child, 'close');
  if (code !== 0) throw new Error(`perpetua lives ended with ${code}: ${program.endedWith()}`);
}

const botCommand = (...words: readonly (string | number)[]): string =>
  [process.execPath, BOT, ...words].map((word) => `'${word}'`).join(' ');

/**
 * The part of the machine that the sweep used of what others left: its processor time over that and
 * the time in which cores did nothing. Only Linux tells the latter.
 */
async function sweepLives(folder: string, { variants, seeds, sweepSeconds }: LivesAsked) {
  const values = Array.from({ length: variants }, (_, at) => at + 1).join();
  const began = { at: performance.now(), ...readMachine() };
  await runLivesIn({
    folder,
    bot: botCommand(sweepSeconds, 60),
    seconds: sweepSeconds,
    words: ['--seeds', String(seeds), '--vary', `size=${values}`],
  });
  const { children, idle } = readMachine();
  const cpuSeconds = children - began.children;
  const wallSeconds = (performance.now() - began.at) / 1_000;
  return { cpuSeconds, wallSeconds, coresPart: cpuSeconds / (cpuSeconds + idle - began.idle) };
}

/** Of Linux: a hundredth of a second. */
const JIFFY = 0.01;

/** Processor time of all processes that this one started and that are gone; idle time of cores. */
function readMachine(): { readonly children: number; readonly idle: number } {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const own = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const cores = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  const [, , , , idle = 0, waiting = 0] = cores.split(/\s+/).map(Number);
  return { children: ((own[13] ?? 0) + (own[14] ?? 0)) * JIFFY, idle: (idle + waiting) * JIFFY };
}

async function liveOverHttp(folder: string, seconds: number) {
  const file = join(folder, 'pace.json');
  const words = ['--seeds', '1', '--', '--public-metrics', 'on'];
  await runLivesIn({ folder, bot: botCommand(seconds, 1, file), seconds: seconds + 1, words });
  const pace: LifePace = JSON.parse(readFileSync(file, 'utf8'));
  const { venueSeconds, wallSeconds, cpuSeconds } = pace;
  return { ...pace, speed: venueSeconds / cpuSeconds, wallSpeed: venueSeconds / wallSeconds };
}

function figuresOf({ inside, sweep, http }: LivesResult): Figure[] {
  const beside = ({ ratio }: { readonly ratio: number }): string =>
    `${asTimes(ratio)} the processor time of the market alone`;
  return [
    measured('a day of BTC, a bot inside the process, of a core', inside.daySeconds, {
      show: asSeconds,
      most: DAY_SECONDS_MAX,
      beside: beside(inside),
      gain: (day) => `A simulated day of BTC with a bot in it takes ${day} of one core.`,
    }),
    measured(
      `a sweep of an hour each, a bot that acts each minute, of ${availableParallelism()} cores`,
      sweep.coresPart,
      { show: asPart, least: CORES_PART_MIN, beside: beside(sweep) },
    ),
    measured('over HTTP, a bot that acts each second', http.speed, {
      show: asTimes,
      least: SPEED_MIN,
      beside: `real time; ${beside(http)}`,
    }),
  ];
}

function formatResult({ alone, http }: LivesResult): string[] {
  return [
    `An hour of the market alone takes ${alone.toFixed(2)} s of a core. The speed over HTTP is`,
    `by the processor time of venue and bot; by the clock it was ${http.wallSpeed.toFixed(0)} ×.`,
    'The sweep is held against the time that others left to it.',
  ];
}
