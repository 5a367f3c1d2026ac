/** The terms of each market as the journal notes them, for whoever checks the market later. */
import type { MarketTerms } from '../market/market-terms.ts';
import { termsTopic } from '../views/market-memory.ts';

/** In the order of contracts, up to the first that has no note. */
export function notedTerms(notes: ReadonlyMap<string, string>): MarketTerms[] {
  const found: MarketTerms[] = [];
  for (;;) {
    const text = notes.get(termsTopic(found.length));
    const terms: unknown = text === undefined ? undefined : JSON.parse(text);
    if (!isTerms(terms)) return found;
    found.push(terms);
  }
}

/** The symbol beside the terms is for people. Notes of the venue hold all terms, or none. */
const isTerms = (value: unknown): value is MarketTerms =>
  typeof value === 'object' && value !== null && 'startPrice' in value && 'everyBeats' in value;
