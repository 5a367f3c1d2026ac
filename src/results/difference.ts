/**
 * Finds the first place where two texts of the same kind differ, or a batch of the market and the
 * same decided again, and names it so that a person can find it.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Batch, Command, MarketBeat } from '../domain/command.ts';
import { findJson } from '../domain/find-json.ts';
import { DECIDED_SLOT, FEED_SLOT } from '../market/memory.ts';

export interface Difference {
  readonly file: string;
  /** Row of a table from 1, its head not counted; the path inside JSON; empty for a whole file. */
  readonly row: string;
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

const SHOWN = 120;

export const wholeFile = (file: string, expected: string, found: string): Difference => ({
  file,
  row: '',
  field: '',
  expected,
  found,
});

export const formatDifference = ({ file, row, field, expected, found }: Difference): string => {
  const place = [file, row === '' ? '' : `row ${row}`, field].filter((word) => word !== '');
  return `${place.join(', ')}: expected ${short(expected)}, found ${short(found)}`;
};

const short = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text || 'nothing';

/** Undefined if they are the same, byte for byte. */
export function findDifference(
  file: string,
  expected: string,
  found: string,
): Difference | undefined {
  if (expected === found) return undefined;
  const inside = file.endsWith('.csv')
    ? compareTables(file, expected, found)
    : compareJson(file, expected, found);
  return inside ?? wholeFile(file, 'the same bytes', 'other bytes with the same meaning');
}

function compareTables(file: string, expected: string, found: string): Difference | undefined {
  const [mine, its] = [expected.split('\n'), found.split('\n')];
  const head = mine[0]?.split(',') ?? [];
  for (let row = 0; row < Math.max(mine.length, its.length); row += 1) {
    const [one, other] = [mine[row] ?? '', its[row] ?? ''];
    if (one === other) continue;
    const [cells, others] = [one.split(','), other.split(',')];
    const place = cells.findIndex((cell, column) => cell !== others[column]);
    const column = place < 0 ? cells.length : place;
    return {
      file,
      row: String(row),
      field: head[column] ?? `column ${column + 1}`,
      expected: cells[column] ?? '',
      found: others[column] ?? '',
    };
  }
  return undefined;
}

function compareJson(file: string, expected: string, found: string): Difference | undefined {
  const its = findJson(found);
  if (its === undefined) return wholeFile(file, 'JSON', 'something else');
  return compareValues(file, [], JSON.parse(expected), its);
}

function compareValues(
  file: string,
  path: readonly string[],
  expected: unknown,
  found: unknown,
): Difference | undefined {
  if (!isParent(expected) || !isParent(found)) {
    if (Object.is(expected, found)) return undefined;
    return {
      file,
      row: path.slice(0, -1).join('.'),
      field: path.at(-1) ?? '',
      expected: JSON.stringify(expected) ?? '',
      found: JSON.stringify(found) ?? '',
    };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const inside = compareValues(
      file,
      [...path, key],
      Reflect.get(expected, key),
      Reflect.get(found, key),
    );
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

type Item = Batch['commands'][number];

export interface Compared {
  /** Where the batch stands, for people. */
  readonly place: string;
  /** Symbols by contract id. */
  readonly names: readonly string[];
  /** The memory of the feed is not compared then. */
  readonly arePricesGiven: boolean;
}

/** Names the first command in which a beat differs from the one that was decided again. */
export function compareBatches(
  decided: Batch | undefined,
  found: Command,
  compared: Compared,
): Difference | undefined {
  const mine = decided?.commands ?? [];
  const its: readonly Item[] = found.kind === 'batch' ? found.commands : [found];
  for (let at = 0; at < Math.max(mine.length, its.length); at += 1) {
    const [one, other] = [forget(mine[at], compared), forget(its[at], compared)];
    if (!isDeepStrictEqual(one, other)) return nameDifference(one, other, compared);
  }
  return undefined;
}

function forget(item: Item | undefined, { arePricesGiven }: Compared): Item | undefined {
  if (item?.kind !== 'market-beat') return item;
  const isCompared = (slot: number): boolean =>
    slot !== DECIDED_SLOT && !(arePricesGiven && slot === FEED_SLOT);
  return { ...item, memories: item.memories.filter(({ slot }) => isCompared(slot)) };
}

function nameDifference(
  one: Item | undefined,
  other: Item | undefined,
  { place, names }: Compared,
): Difference {
  const named = other ?? one;
  const contract = named !== undefined && 'contract' in named ? named.contract : undefined;
  const symbol = typeof contract === 'number' ? (names[contract] ?? String(contract)) : undefined;
  const where = [place, symbol, named?.kind].filter((word) => word !== undefined).join(', ');
  if (one === undefined || other === undefined || one.kind !== other.kind)
    return wholeFile(where, textOf(one), textOf(other));
  if (one.kind === 'market-beat' && other.kind === 'market-beat')
    return wholeFile(`${where}, memory`, memoryText(one), memoryText(other));
  const field = [...new Set([...Object.keys(one), ...Object.keys(other)])].find(
    (key) => !isDeepStrictEqual(Reflect.get(one, key), Reflect.get(other, key)),
  );
  const say = (item: Item): string => textOf(Reflect.get(item, field ?? ''));
  return wholeFile(`${where}, ${field}`, say(one), say(other));
}

const memoryText = ({ memories }: MarketBeat): string =>
  memories.map(({ slot, bytes }) => `${slot}: ${Buffer.from(bytes).toString('hex')}`).join(' ');

const textOf = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner));
