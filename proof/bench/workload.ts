/**
 * A workload is a list of messages for a book, in typed arrays so that reading it costs a
 * measurement next to nothing. Ids count from one.
 */

import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Side } from '../../src/domain/side.ts';

export interface Workload {
  readonly scenario: string;
  /** One of the kinds below. */
  readonly kinds: Uint8Array;
  readonly ids: Float64Array;
  /** 0 buys, 1 sells; unused by cancel and modify. */
  readonly sides: Uint8Array;
  readonly prices: Int32Array;
  readonly sizes: Int32Array;
  /** Messages at the beginning that build the standing book; a measurement starts after them. */
  setup: number;
  count: number;
}

export const KIND_NEW = 0;
export const KIND_IOC = 1;
export const KIND_CANCEL = 2;
export const KIND_MODIFY = 3;

export const createWorkload = (scenario: string, capacity: number): Workload => ({
  scenario,
  kinds: new Uint8Array(capacity),
  ids: new Float64Array(capacity),
  sides: new Uint8Array(capacity),
  prices: new Int32Array(capacity),
  sizes: new Int32Array(capacity),
  setup: 0,
  count: 0,
});

export const workloadSide = (workload: Workload, place: number): Side =>
  workload.sides[place] === 0 ? 'buy' : 'sell';

export interface NewOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  readonly size: number;
  readonly isIoc: boolean;
}

export function addNew(workload: Workload, order: NewOrder): void {
  const place = workload.count;
  workload.kinds[place] = order.isIoc ? KIND_IOC : KIND_NEW;
  workload.ids[place] = order.id;
  workload.sides[place] = order.side === 'buy' ? 0 : 1;
  workload.prices[place] = order.price;
  workload.sizes[place] = order.size;
  workload.count += 1;
}

export function addCancel(workload: Workload, id: number): void {
  workload.kinds[workload.count] = KIND_CANCEL;
  workload.ids[workload.count] = id;
  workload.count += 1;
}

export function addModify(
  workload: Workload,
  change: { id: number; price: number; size: number },
): void {
  const place = workload.count;
  workload.kinds[place] = KIND_MODIFY;
  workload.ids[place] = change.id;
  workload.prices[place] = change.price;
  workload.sizes[place] = change.size;
  workload.count += 1;
}

/**
 * Workloads as plain text, one message a line, so that anyone can drive their own book with the
 * same messages, or this one with theirs:
 *
 *     # scenario normal, setup 0, messages 3
 *     N 1 B 99990 12 GTC      new: id, side B or S, price, size, GTC or IOC
 *     M 1 99991 7             modify: id, price, size
 *     C 1                     cancel: id
 */
const LINES_PER_WRITE = 10_000;
const HEADER = /^# scenario (\S+), setup (\d+), messages (\d+)$/;

export async function saveWorkload(workload: Workload, path: string): Promise<void> {
  await pipeline(Readable.from(formatParts(workload)), createWriteStream(path));
}

export async function loadWorkload(path: string): Promise<Workload> {
  const lines = createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let workload: Workload | undefined;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (workload === undefined) workload = parseHeader(line);
    else if (!parseMessage(workload, line)) {
      throw new Error(`${path}: line ${number} is not a message: "${line}"`);
    }
  }
  if (workload === undefined) throw new Error(`${path} is empty`);
  return workload;
}

function* formatParts(workload: Workload): Generator<string> {
  const { scenario, setup, count } = workload;
  yield `# scenario ${scenario}, setup ${setup}, messages ${count}\n`;
  for (let from = 0; from < count; from += LINES_PER_WRITE) {
    const lines: string[] = [];
    const to = Math.min(count, from + LINES_PER_WRITE);
    for (let place = from; place < to; place += 1)
      lines.push(`${formatMessage(workload, place)}\n`);
    yield lines.join('');
  }
}

function formatMessage(workload: Workload, place: number): string {
  const id = workload.ids[place];
  const price = workload.prices[place];
  const size = workload.sizes[place];
  const kind = workload.kinds[place];
  if (kind === KIND_CANCEL) return `C ${id}`;
  if (kind === KIND_MODIFY) return `M ${id} ${price} ${size}`;
  const side = workload.sides[place] === 0 ? 'B' : 'S';
  return `N ${id} ${side} ${price} ${size} ${kind === KIND_IOC ? 'IOC' : 'GTC'}`;
}

function parseHeader(line: string): Workload {
  const [, scenario, setup, messages] = HEADER.exec(line) ?? [];
  if (scenario === undefined) {
    throw new Error(`a workload begins with "# scenario NAME, setup N, messages N", not "${line}"`);
  }
  const workload = createWorkload(scenario, Number(messages));
  workload.setup = Number(setup);
  return workload;
}

/** Digits are counted so that every number fits the workload's arrays. */
const NEW = /^N (\d{1,15}) ([BS]) (\d{1,9}) (\d{1,9}) (GTC|IOC)$/;
const MODIFY = /^M (\d{1,15}) (\d{1,9}) (\d{1,9})$/;
const CANCEL = /^C (\d{1,15})$/;

/** Adds the message of one line; false if the line is not one, or one more than announced. */
function parseMessage(workload: Workload, line: string): boolean {
  if (workload.count === workload.kinds.length) return false;
  const cancelled = CANCEL.exec(line);
  if (cancelled !== null) {
    addCancel(workload, Number(cancelled[1]));
    return true;
  }
  const modified = MODIFY.exec(line);
  if (modified !== null) {
    const [id = 0, price = 0, size = 0] = modified.slice(1).map(Number);
    addModify(workload, { id, price, size });
    return true;
  }
  const [, id, side, price, size, timeInForce] = NEW.exec(line) ?? [];
  if (id === undefined) return false;
  addNew(workload, {
    id: Number(id),
    side: side === 'B' ? 'buy' : 'sell',
    price: Number(price),
    size: Number(size),
    isIoc: timeInForce === 'IOC',
  });
  return true;
}
