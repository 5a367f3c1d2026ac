/** From the queries of the public endpoints to what the views are asked. */
import { type Millis, millis } from '../../domain/units.ts';
import type { PriceKind } from '../../views/candles.ts';
import type { Interval } from '../../views/interval.ts';
import { type FindContract, parseSymbol } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { type ContractQuery, contractParser, contractsParser } from '../parse-contract.ts';
import { type Fields, readRequest } from '../read-request.ts';
import {
  CANDLES_QUERY,
  DEPTH_QUERY,
  FUNDING_HISTORY_QUERY,
  HISTORY_CANDLES_QUERY,
  INDEX_QUERY,
  OPTIONAL_SYMBOL_QUERY,
  SYMBOL_QUERY,
  TRADES_QUERY,
} from './market-requests.ts';

export const parseContractQuery = contractParser(SYMBOL_QUERY);
export const parseContractsQuery = contractsParser(OPTIONAL_SYMBOL_QUERY);

export interface LimitedQuery extends ContractQuery {
  readonly limit: number;
}

export function parseDepthQuery(find: FindContract, fields: Fields): LimitedQuery | WireError {
  const request = readRequest(DEPTH_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  return isWireError(contract) ? contract : { contract, limit: Number(request.limit ?? '15') };
}

export function parseTradesQuery(find: FindContract, fields: Fields): LimitedQuery | WireError {
  const request = readRequest(TRADES_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  return isWireError(contract) ? contract : { contract, limit: request.limit ?? 100 };
}

export function parseFundingHistoryQuery(
  find: FindContract,
  fields: Fields,
): LimitedQuery | WireError {
  const request = readRequest(FUNDING_HISTORY_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  return isWireError(contract) ? contract : { contract, limit: request.limit ?? 10 };
}

export interface CandlesQuery extends LimitedQuery {
  readonly interval: Interval;
  readonly price: PriceKind;
  /** Candles that begin at or after this; null for no bound. Never together with `before`. */
  readonly from: Millis | null;
  /** Candles that begin before this; null for the newest. */
  readonly before: Millis | null;
}

const PRICE_KINDS: Readonly<Record<'LAST' | 'MARK' | 'INDEX', PriceKind>> = {
  LAST: 'last',
  MARK: 'mark',
  INDEX: 'index',
};

export function parseCandlesQuery(find: FindContract, fields: Fields): CandlesQuery | WireError {
  const request = readRequest(CANDLES_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  return {
    contract,
    interval: request.granularity,
    price: PRICE_KINDS[request.priceType ?? 'LAST'],
    limit: request.limit ?? 100,
    from: null,
    before: null,
  };
}

/** Where both times are given the end wins; where one is no time, the newest are meant. */
export function parseHistoryCandlesQuery(
  find: FindContract,
  fields: Fields,
): CandlesQuery | WireError {
  const request = readRequest(HISTORY_CANDLES_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const from = findMoment(request.startTime);
  const before = findMoment(request.endTime);
  const isOdd = from === undefined || before === undefined;
  return {
    contract,
    interval: request.granularity,
    price: PRICE_KINDS[request.priceType ?? 'LAST'],
    limit: request.limit ?? 100,
    from: isOdd || before !== null ? null : from,
    before: isOdd ? null : before,
  };
}

/** Null where it was not sent, undefined where it is no time. */
function findMoment(text: string | undefined): Millis | null | undefined {
  if (text === undefined) return null;
  const at = Number(text);
  return /^\d{1,16}$/.test(text) && at > 0 && Number.isSafeInteger(at) ? millis(at) : undefined;
}

export interface IndexQuery extends ContractQuery {
  readonly price: 'index' | 'mark';
}

export function parseIndexQuery(find: FindContract, fields: Fields): IndexQuery | WireError {
  const request = readRequest(INDEX_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  return { contract, price: request.priceType === 'MARK' ? 'mark' : 'index' };
}
