/**
 * Plain symbols, which several dialects use: `BTCUSDT` is listed as `cmt_btcusdt` in the venue.
 * Only this file translates between them.
 */
import type { Contract } from '../domain/contract.ts';
import type { WireDialect } from './dialect.ts';
import type { Texts } from './errors.ts';
import { editDistance } from './nearest-name.ts';
import { COIN_NAME } from './words.ts';

const LISTED = 'cmt_';

export const symbolOf = ({ symbol }: Contract): string =>
  (symbol.startsWith(LISTED) ? symbol.slice(LISTED.length) : symbol).toUpperCase();

/** Returns the symbol in the venue, or an empty text if it has no valid form. */
export const listedSymbol = (symbol: string): string =>
  /^[A-Z0-9]+$/.test(symbol) ? LISTED + symbol.toLowerCase() : '';

/** What a dialect calls contracts. */
export type Naming = Pick<WireDialect, 'name' | 'symbolOf'>;

interface KnownSymbols {
  readonly contracts: readonly Contract[];
  readonly namings: readonly Naming[];
}

/** The right symbol in the dialect; undefined where nobody can tell what was meant. */
export function explainSymbol(known: KnownSymbols, sent: string, right: Naming): Texts | undefined {
  const contract = findMeant(known, sent);
  if (contract === undefined) return undefined;
  const symbol = right.symbolOf(contract);
  const other = known.namings.find((naming) => naming.symbolOf(contract) === sent);
  const elsewhere = other === undefined ? '' : ` ${sent} is its name in ${other.name}`;
  return {
    en: `did you mean ${symbol}?${elsewhere}`,
    zh: `应为${symbol}`,
  };
}

/** The name of the channel that was meant, where only its symbol is written otherwise. */
export function findMeantChannel(
  known: KnownSymbols,
  name: string,
  isChannel: (name: string) => boolean,
): string | undefined {
  for (const part of name.split(/[.@]/)) {
    const contract = findMeant(known, part);
    if (contract === undefined) continue;
    for (const { symbolOf } of known.namings) {
      const meant = name.replace(part, symbolOf(contract));
      if (isChannel(meant)) return meant;
    }
  }
  return undefined;
}

function findMeant({ contracts, namings }: KnownSymbols, sent: string): Contract | undefined {
  const folded = fold(sent.slice(0, SYMBOL_MAX));
  const find = (isMeant: (symbol: string) => boolean): Contract | undefined =>
    contracts.find((contract) => namings.some(({ symbolOf }) => isMeant(fold(symbolOf(contract)))));
  return (
    find((symbol) => symbol === folded) ??
    find((symbol) => symbol === folded + fold(COIN_NAME)) ??
    // Many symbols differ from each other by two letters.
    find((symbol) => editDistance(symbol, folded) === 1)
  );
}

/** Longer than any symbol: the work stays small whatever is sent. */
const SYMBOL_MAX = 32;

/** `BTC/USDT:USDT`, `btc-usdt` and `BTCUSDT` are one. */
const fold = (symbol: string): string =>
  symbol
    .replace(/:.*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
