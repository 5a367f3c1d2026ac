/** From the queries of the order endpoints, and the AI log, to what is asked or kept. */
import type { Contract } from '../../domain/contract.ts';
import { type OrderId, orderId } from '../../domain/ids.ts';
import { ID_MAX } from '../../domain/limits.ts';
import type { Millis } from '../../domain/units.ts';
import type { AiLog } from '../ai-log.ts';
import { type FindContract, invalid, parseOptionalSymbol, parseSymbol } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { writeJson } from '../json-value.ts';
import {
  type ClosedWindow,
  parseHistoryWindow,
  parseWindow,
  type Window,
} from '../parse-window.ts';
import { type Fields, readRequest } from '../read-request.ts';
import { DIRECTIONS, type Direction } from './codes.ts';
import {
  AI_LOG_BODY,
  CURRENT_PLAN_QUERY,
  CURRENT_QUERY,
  FILLS_QUERY,
  HISTORY_PLAN_QUERY,
  HISTORY_QUERY,
  ORDER_QUERY,
  PAGE_MAX,
} from './order-requests.ts';

export function parseOrderQuery(fields: Fields): { readonly order: OrderId } | WireError {
  const request = readRequest(ORDER_QUERY, fields);
  return isWireError(request) ? request : { order: orderId(request.orderId) };
}

export interface HistoryQuery extends ClosedWindow {
  readonly contract: Contract | null;
  readonly limit: number;
}

export function parseHistoryQuery(
  find: FindContract,
  fields: Fields,
  now: Millis,
): HistoryQuery | WireError {
  const request = readRequest(HISTORY_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseOptionalSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const { createDate: from, endCreateDate: to } = request;
  const window = parseHistoryWindow({ from, to, names: ['createDate', 'endCreateDate'] }, now);
  if (isWireError(window)) return window;
  return { contract, ...window, limit: request.pageSize ?? PAGE_MAX };
}

export interface CurrentQuery extends Window {
  readonly contract: Contract | null;
  readonly order: OrderId | null;
  readonly limit: number;
  /** From zero. */
  readonly page: number;
}

export function parseCurrentQuery(find: FindContract, fields: Fields): CurrentQuery | WireError {
  const request = readRequest(CURRENT_QUERY, fields);
  return isWireError(request) ? request : currentQuery(find, request, request.orderId ?? null);
}

/** Here an order id that is no number is ignored. */
export function parseCurrentPlanQuery(
  find: FindContract,
  fields: Fields,
): CurrentQuery | WireError {
  const request = readRequest(CURRENT_PLAN_QUERY, fields);
  if (isWireError(request)) return request;
  const { orderId: text } = request;
  const isNumber = text !== undefined && /^\d{1,19}$/.test(text);
  return currentQuery(find, request, isNumber ? Number(text) : null);
}

interface CurrentFields {
  readonly symbol?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit?: number;
  readonly page?: number;
}

function currentQuery(
  find: FindContract,
  request: CurrentFields,
  order: number | null,
): CurrentQuery | WireError {
  const contract = parseOptionalSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  return {
    contract,
    ...window,
    order: order === null ? null : orderId(Math.min(order, ID_MAX)),
    limit: request.limit ?? PAGE_MAX,
    page: request.page ?? 0,
  };
}

export interface FillsQuery extends Window {
  readonly contract: Contract | null;
  readonly order: OrderId | null;
  readonly limit: number;
}

export function parseFillsQuery(find: FindContract, fields: Fields): FillsQuery | WireError {
  const request = readRequest(FILLS_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseOptionalSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  const order = request.orderId === undefined ? null : orderId(request.orderId);
  return { contract, ...window, order, limit: request.limit ?? PAGE_MAX };
}

export interface HistoryPlanQuery extends Window {
  readonly contract: Contract;
  readonly direction: Direction | null;
  readonly limit: number;
}

export function parseHistoryPlanQuery(
  find: FindContract,
  fields: Fields,
): HistoryPlanQuery | WireError {
  const request = readRequest(HISTORY_PLAN_QUERY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  const { delegateType } = request;
  const direction = delegateType === undefined ? null : DIRECTIONS[delegateType];
  return { contract, ...window, direction, limit: request.pageSize ?? PAGE_MAX };
}

const WORDS_MAX = 500;
const SHORT_LENGTH_MAX = 1_000;

/** The explanation has at most 500 words, or at most 1,000 characters. */
export function parseAiLog(fields: Fields): AiLog | WireError {
  const request = readRequest(AI_LOG_BODY, fields);
  if (isWireError(request)) return request;
  const { explanation } = request;
  const words = explanation.split(/\s+/).filter((word) => word !== '').length;
  if (words > WORDS_MAX && explanation.length > SHORT_LENGTH_MAX)
    return invalid('explanation', `at most ${WORDS_MAX} words, not ${words}`);
  return {
    order: request.orderId === undefined ? null : orderId(request.orderId),
    stage: request.stage,
    model: request.model,
    input: writeJson(request.input),
    output: writeJson(request.output),
    explanation,
  };
}
