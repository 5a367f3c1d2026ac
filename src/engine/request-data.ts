/**
 * Remembered requests as plain data. There may be hundreds of thousands, so they are stored as
 * text, many to a line: a list of records would take ten times as long.
 */
import { assert } from '../domain/assert.ts';
import type { CommandOutcome } from '../domain/command-outcome.ts';
import {
  briefOf,
  createRequestMemory,
  keepRequest,
  listRequests,
  outcomeFrom,
  type RequestMemory,
} from './request-memory.ts';

export interface RequestsData {
  readonly requestClock: { readonly clock: number; readonly latest: number };
  /** Oldest first: identity in hexadecimal, both clocks and the brief outcome in base 36. */
  readonly requests: readonly string[];
  /** Of those whose outcome is not brief, in the same order. */
  readonly requestOutcomes: readonly CommandOutcome[];
}

const REQUESTS_PER_LINE = 200;
const BASE = 36;

/** Nothing if there are none, so that such a state keeps the form and hash it always had. */
export function requestsData(memory: RequestMemory): RequestsData | undefined {
  const lines: string[] = [];
  const requestOutcomes: CommandOutcome[] = [];
  let line: string[] = [];
  // Many come in the same millisecond, and the text of a number is dear.
  const [heard, received] = [createTeller(), createTeller()];
  for (const { words, heardAt, receivedAt, outcome } of listRequests(memory)) {
    const brief = briefOf(outcome);
    if (brief === 0) requestOutcomes.push(outcome);
    const [first, second, third, fourth] = words;
    const hex = hexOf(first) + hexOf(second) + hexOf(third) + hexOf(fourth);
    line.push(`${hex}${heard(heardAt)}.${received(receivedAt)}.${brief.toString(BASE)}`);
    if (line.length < REQUESTS_PER_LINE) continue;
    lines.push(line.join(' '));
    line = [];
  }
  if (line.length > 0) lines.push(line.join(' '));
  if (lines.length === 0) return undefined;
  const { clock, latest } = memory;
  return { requestClock: { clock, latest }, requests: lines, requestOutcomes };
}

export function recoverRequests(data: Partial<RequestsData>): RequestMemory {
  const { requestClock, requests = [], requestOutcomes = [] } = data;
  const memory = createRequestMemory();
  Object.assign(memory, requestClock);
  const others = [...requestOutcomes].reverse();
  for (const text of requests.flatMap((line) => line.split(' '))) {
    const { brief, ...kept } = readRequest(text);
    const outcome = brief === 0 ? others.pop() : outcomeFrom(brief);
    assert(outcome !== undefined, 'a request of a snapshot has no outcome', text);
    keepRequest(memory, { ...kept, outcome });
  }
  assert(others.length === 0, 'outcomes of a snapshot have no request', others.length);
  return memory;
}

const REQUEST = /^([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8})([0-9a-f]{8})(\w+)\.(\w+)\.(-?\w+)$/;

function readRequest(text: string) {
  const [, first, second, third, fourth, ...numbers] = REQUEST.exec(text) ?? [];
  const [heardAt = 0, receivedAt = 0, brief = 0] = numbers.map((number) => parseInt(number, BASE));
  assert(fourth !== undefined, 'a snapshot holds a request that is none', text.length);
  return {
    words: [wordOf(first), wordOf(second), wordOf(third), wordOf(fourth)] as const,
    heardAt,
    receivedAt,
    brief,
  };
}

/** The text of a number, and the same text again where the same number follows. */
function createTeller(): (number: number) => string {
  let last = 0;
  let text = '0';
  return (number) => {
    if (number !== last) {
      last = number;
      text = number.toString(BASE);
    }
    return text;
  };
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const hexOf = (word: number): string =>
  BYTES[word >>> 24]! +
  BYTES[(word >>> 16) & 255]! +
  BYTES[(word >>> 8) & 255]! +
  BYTES[word & 255]!;

const wordOf = (hex = ''): number => parseInt(hex, 16) | 0;
