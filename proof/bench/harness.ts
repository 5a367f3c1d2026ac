/**
 * What every benchmark has: its options, read from its help; turns of the contenders; a word about
 * how far it is; its report, the machine it ran on; and a whole venue with its markets in a process
 * of its own, ready to be measured.
 */

import { availableParallelism, cpus, totalmem } from 'node:os';
import { NO_LIMITS } from '../../src/cli/start/own-process.ts';
import { command } from '../../src/terminal/command.ts';
import { EXIT, TERMINAL } from '../../src/terminal/output.ts';
import { median } from '../../src/verdict/quantile.ts';
import { startVenue, type VenueProgram } from '../program.ts';
import { CONSOLE, type ProofOptions, readProofOptions } from '../proof-command.ts';
import { type Figure, formatFigures } from './figure.ts';
import { type HttpConnection, measureThroughput } from './http-load.ts';
import { formatRequest, type Signer, signerOf, untilStored } from './http-orders.ts';

interface Benchmark<Result extends object> {
  readonly help: string;
  /** Of its table of figures. */
  readonly title: string;
  /** Standard output, if left out. */
  readonly tellHelp?: (help: string) => void;
  /** How many words it takes beside its options. */
  readonly words?: number;
  /** Options of the processes that the benchmark itself starts. */
  readonly hidden?: readonly string[];
  /** Where the options ask for something else than a measurement: its exit code. */
  readonly instead?: (asked: BenchOptions) => Promise<number> | undefined;
  readonly measure: (asked: BenchOptions) => Promise<Result>;
  /** What counts, with its goals: they are in the JSON too, where `bench page` reads them. */
  readonly figures: (result: Result) => readonly Figure[];
  /** What there is to say beside the figures. */
  readonly format?: (result: Result) => readonly string[];
  readonly isGood?: (result: Result) => boolean;
}

export interface BenchOptions extends ProofOptions {
  readonly isQuick: boolean;
}

/** Prints what was measured, as JSON or as lines for people; both say on which machine. */
export const benchmark =
  <Result extends object>(terms: Benchmark<Result>) =>
  (args: readonly string[]): Promise<number> =>
    command(
      { help: terms.help, words: terms.words ?? 0, values: terms.hidden ?? [] },
      async (flags) => {
        const asked = {
          ...readProofOptions(flags, terms.help),
          isQuick: flags.switches.has('quick'),
        };
        const done = await terms.instead?.(asked);
        if (done !== undefined) return done;
        const result = await terms.measure(asked);
        const machine = describeMachine();
        const figures = terms.figures(result);
        const lines = (): string[] => [
          `Machine: ${machine}`,
          '',
          ...formatFigures(terms.title, figures),
          ...['', ...(terms.format?.(result) ?? [])],
        ];
        if (flags.switches.has('json'))
          console.log(JSON.stringify({ machine, figures, ...result }, undefined, 2));
        else console.log(lines().join('\n').trimEnd());
        return terms.isGood?.(result) === false ? EXIT.failed : EXIT.done;
      },
    )(args, { ...CONSOLE, ...(terms.tellHelp && { out: terms.tellHelp }) });

/** Processor seconds of this process, all of its threads. */
export async function spend(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

/** Seconds by the clock. */
export function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1_000;
}

const CALIBRATED = JSON.stringify(Array.from({ length: 50 }, (_, at) => ({ at, word: `${at}` })));

/** The same work in every run: it tells a slow machine from slow code. */
export function calibrate(): void {
  for (let turn = 0; turn < 1_000; turn += 1) JSON.stringify(JSON.parse(CALIBRATED));
}

/** On standard error, so that programs can read what is measured. */
export const tellProgress = (step: string): void => TERMINAL.err(`${step} …`);

interface Turns {
  readonly rounds: number;
  /** Rounds before them that are not counted; one if left out. */
  readonly warmUp?: number;
}

/**
 * What each contender showed, round by round. They take turns, and each time another one begins, so
 * that a noisy machine disturbs all of them.
 */
export async function takeTurns<Shown>(
  { rounds, warmUp = 1 }: Turns,
  contenders: readonly ((round: number) => Promise<Shown> | Shown)[],
  afterRound?: (round: number) => Promise<void> | undefined,
): Promise<Shown[][]> {
  const shown = contenders.map((): Shown[] => []);
  for (let round = 1 - warmUp; round <= rounds; round += 1) {
    for (const place of contenders.keys()) {
      const at = (place + round + warmUp) % contenders.length;
      const figure = await contenders[at]!(round);
      if (round > 0) shown[at]?.push(figure);
    }
    await afterRound?.(round);
  }
  return shown;
}

/** Round by round, so that both were measured in the same moments of the machine. */
export const medianRatio = (some: readonly number[], others: readonly number[]): number =>
  median(some.map((value, at) => value / others[at]!));

const GIB = 1024 ** 3;

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  const system = `${process.platform} ${process.arch}`;
  return `${model}, ${availableParallelism()} cores, ${memory}, ${system}, Node ${process.version}`;
}

export interface MeasuredVenue extends VenueProgram {
  readonly pid: number;
  readonly signers: readonly Signer[];
}

export async function startMeasured(
  folder: string,
  accounts: number,
  settings: readonly string[] = NO_LIMITS,
  oneWayAccounts = 0,
): Promise<MeasuredVenue> {
  const oneWay = ['--oneway-accounts', String(oneWayAccounts)];
  const counts = ['--sandbox-accounts', String(accounts), ...oneWay];
  const args = [...counts, '--sandbox-wallet', '10000000', ...settings, '--public-metrics', 'on'];
  const venue = await startVenue({ folder, args });
  return { ...venue, pid: venue.child.pid ?? 0, signers: venue.credentials.map(signerOf) };
}

const CANCEL_PATH = '/capi/v2/order/cancelAllOrders';

/**
 * Cancels everything, so that no account reaches its limit of open orders. Waits until the archive
 * has stored the result, which is not part of the next measurement.
 */
export async function clearOrders(
  { baseUrl, signers }: MeasuredVenue,
  connections: readonly HttpConnection[],
): Promise<void> {
  const requests = signers.map(formatCancelAll);
  await measureThroughput(connections, requests);
  await untilStored(baseUrl);
}

/** A request that cancels the working orders of an account. */
export const formatCancelAll = (signer: Signer): Buffer => {
  const body = JSON.stringify({ cancelOrderType: 'normal' });
  return formatRequest(signer, CANCEL_PATH, body, String(Date.now()));
};
