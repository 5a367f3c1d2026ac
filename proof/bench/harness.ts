/**
 * What every benchmark has: common options, a word about how far it is, its report, the machine it
 * ran on, and a whole venue with its markets in a process of its own, ready to be measured.
 */

import { availableParallelism, cpus, totalmem } from 'node:os';
import { NO_LIMITS } from '../../src/cli/start/own-process.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { startVenue, type VenueProgram } from '../program.ts';
import { type HttpConnection, measureThroughput } from './http-load.ts';
import { formatRequest, type Signer, signerOf, untilStored } from './http-orders.ts';

/** The options that every benchmark has. */
export const COMMON_OPTIONS = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** On standard error, so that programs can read what is measured. */
export const tellProgress = (step: string): void => TERMINAL.err(`${step} …`);

/** Prints what was measured, as JSON or as lines for people; both say on which machine. */
export function tellMeasured(
  { json }: { readonly json: boolean },
  result: object,
  lines: () => readonly string[],
): void {
  const machine = describeMachine();
  if (json) console.log(JSON.stringify({ machine, ...result }, undefined, 2));
  else console.log([`Machine: ${machine}`, '', ...lines()].join('\n'));
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const GIB = 1024 ** 3;

function describeMachine(): string {
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
): Promise<MeasuredVenue> {
  const counts = ['--sandbox-accounts', String(accounts), '--oneway-accounts', '0'];
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
