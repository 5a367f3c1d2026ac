/** From the queries of the public endpoints to what the views are asked. */
import type { Millis } from '../../domain/units.ts';
import type { PriceKind } from '../../views/candles.ts';
import type { Interval } from '../../views/interval.ts';
import { type FindContract, parseSymbol } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { type ContractQuery, contractParser, contractsParser } from '../parse-contract.ts';
import { parseWindow, type Window } from '../parse-window.ts';
import { type Fields, readRequest } from '../read-request.ts';
import {
  DEPTH_QUERY,
  FUNDING_RATE_QUERY,
  HISTORY_KLINES_QUERY,
  KLINES_QUERY,
  OPTIONAL_SYMBOL_QUERY,
  SYMBOL_PRICE_QUERY,
  SYMBOL_QUERY,
  TRADES_QUERY,
} from './market-requests.ts';

export const parseContract = contractParser(SYMBOL_QUERY);
export const parseContracts = contractsParser(OPTIONAL_SYMBOL_QUERY);

function named(find: FindContract, symbol: string): ContractQuery | WireError {
  const contract = parseSymbol(find, symbol);
  return isWireError(contract) ? contract : { contract };
}

export interface LimitedQuery extends ContractQuery {
  readonly limit: number;
}

export function parseDepth(find: FindContract, fields: Fields): LimitedQuery | WireError {
  const request = readRequest(DEPTH_QUERY, fields);
  if (isWireError(request)) return request;
  const query = named(find, request.symbol);
  return isWireError(query) ? query : { ...query, limit: Number(request.limit ?? '15') };
}

export function parseTrades(find: FindContract, fields: Fields): LimitedQuery | WireError {
  const request = readRequest(TRADES_QUERY, fields);
  if (isWireError(request)) return request;
  const query = named(find, request.symbol);
  return isWireError(query) ? query : { ...query, limit: request.limit ?? 100 };
}

export interface KlinesQuery extends LimitedQuery {
  readonly interval: Interval;
  readonly price: PriceKind;
  /** Candles that begin at or after this; null for no bound. */
  readonly from: Millis | null;
  /** Candles that begin before this; null for the newest. */
  readonly before: Millis | null;
}

/** Each price has an endpoint of its own. */
export const parseKlines =
  (price: PriceKind) =>
  (find: FindContract, fields: Fields): KlinesQuery | WireError => {
    const request = readRequest(KLINES_QUERY, fields);
    if (isWireError(request)) return request;
    const query = named(find, request.symbol);
    if (isWireError(query)) return query;
    const { interval, limit = 100 } = request;
    return { ...query, interval, price, limit, from: null, before: null };
  };

const PRICE_KINDS = { LAST: 'last', MARK: 'mark', INDEX: 'index' } as const;

export function parseHistoryKlines(find: FindContract, fields: Fields): KlinesQuery | WireError {
  const request = readRequest(HISTORY_KLINES_QUERY, fields);
  if (isWireError(request)) return request;
  const query = named(find, request.symbol);
  if (isWireError(query)) return query;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  return {
    ...query,
    interval: request.interval,
    price: PRICE_KINDS[request.priceType ?? 'LAST'],
    limit: request.limit ?? 100,
    from: window.from,
    before: window.to,
  };
}

export function parseSymbolPrice(
  find: FindContract,
  fields: Fields,
): (ContractQuery & { readonly price: 'index' | 'mark' }) | WireError {
  const request = readRequest(SYMBOL_PRICE_QUERY, fields);
  if (isWireError(request)) return request;
  const query = named(find, request.symbol);
  if (isWireError(query)) return query;
  return { ...query, price: request.priceType === 'MARK' ? 'mark' : 'index' };
}

export function parseFundingRate(
  find: FindContract,
  fields: Fields,
): (LimitedQuery & Window) | WireError {
  const request = readRequest(FUNDING_RATE_QUERY, fields);
  if (isWireError(request)) return request;
  const query = named(find, request.symbol);
  if (isWireError(query)) return query;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  return { ...query, ...window, limit: request.limit ?? 100 };
}
