/** Names the first difference between what a market did and what was decided again. */
import type { Batch, Command, MarketBeat } from '../domain/command.ts';
import { DECIDED_SLOT, FEED_SLOT } from '../market/memory.ts';
import { type Difference, wholeFile } from './difference.ts';

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
    if (!isSame(one, other)) return nameDifference(one, other, compared);
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
    (key) => !isSame(Reflect.get(one, key), Reflect.get(other, key)),
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

/** Commands are plain data. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null) return false;
  if (one instanceof Uint8Array && other instanceof Uint8Array)
    return Buffer.compare(one, other) === 0;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)))
  );
}
