/** The dialects that the venue speaks. A new one is its two folders and one line here. */
import { BINANCE } from './binance/dialect.ts';
import type { Dialect } from './dialect.ts';
import { V2 } from './v2/dialect.ts';
import { V3 } from './v3/dialect.ts';

export const DIALECTS: readonly Dialect[] = [V2, V3, BINANCE];

/** The dialect of a path in any case, also of a bare prefix; version 2 if it belongs to none. */
export const dialectOf = (path: string): Dialect => {
  const folded = `${path.toLowerCase()}/`;
  return DIALECTS.find(({ prefixes }) => prefixes.some((each) => folded.startsWith(each))) ?? V2;
};
