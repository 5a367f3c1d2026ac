/** From the requests of the account endpoints to queries and commands. */
import type {
  AdjustIsolatedMargin,
  SetAutoTopUp,
  SetLeverage,
  SetMarginMode,
} from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import { positionId } from '../../domain/ids.ts';
import type { PostingKind } from '../../domain/posting.ts';
import { type Millis, money } from '../../domain/units.ts';
import { findDecimal } from '../decimal.ts';
import { findMoney } from '../quantity.ts';
import {
  ADJUST_MARGIN_BODY,
  AUTO_APPEND_BODY,
  BILLS_BODY,
  COIN_ID_QUERY,
  COIN_QUERY,
  HOLD_MODEL_BODY,
  LEVERAGE_BODY,
} from './account-requests.ts';
import { postingKindsOf } from './bill-kinds.ts';
import {
  type Caller,
  type FindContract,
  invalid,
  type PositionPlace,
  parseOptionalSymbol,
  parseSymbol,
} from './caller.ts';
import { MARGIN_MODES } from './codes.ts';
import { isWireError, type WireError, wireError } from './errors.ts';
import { parseWindow } from './parse-window.ts';
import { type Fields, readRequest } from './read-request.ts';

/** There is one coin. */
const COIN = 'USDT';

export function parseCoinQuery(fields: Fields): { readonly coin: string } | WireError {
  const request = readRequest(COIN_QUERY, fields);
  if (isWireError(request)) return request;
  return isCoin(request.coin) ? { coin: COIN } : wireError('40020', { field: 'coin' });
}

/** The older endpoint numbers the coin. */
export function parseCoinIdQuery(fields: Fields): { readonly coin: string } | WireError {
  const request = readRequest(COIN_ID_QUERY, fields);
  return isWireError(request) ? request : { coin: COIN };
}

const isCoin = (text: string): boolean => text.toUpperCase() === COIN;

export interface BillsQuery {
  readonly contract: Contract | null;
  /** Null for every kind; an empty list for one that the venue does not have. */
  readonly kinds: readonly PostingKind[] | null;
  readonly from: Millis | null;
  readonly to: Millis | null;
  readonly limit: number;
}

export function parseBillsQuery(find: FindContract, fields: Fields): BillsQuery | WireError {
  const request = readRequest(BILLS_BODY, fields);
  if (isWireError(request)) return request;
  if (request.coin !== undefined && !isCoin(request.coin))
    return wireError('40020', { field: 'coin' });
  const contract = parseOptionalSymbol(find, request.symbol);
  if (isWireError(contract)) return contract;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  const { businessType } = request;
  const kinds = businessType === undefined ? null : postingKindsOf(businessType);
  return { contract, kinds, ...window, limit: request.limit ?? 20 };
}

export function parseLeverage(caller: Caller, fields: Fields): SetLeverage | WireError {
  const request = readRequest(LEVERAGE_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const longLeverage = parseWhole('longLeverage', request.longLeverage);
  if (isWireError(longLeverage)) return longLeverage;
  const shortLeverage = parseWhole('shortLeverage', request.shortLeverage ?? request.longLeverage);
  if (isWireError(shortLeverage)) return shortLeverage;
  const { marginMode } = request;
  return {
    kind: 'set-leverage',
    account: caller.account,
    contract: contract.id,
    marginMode:
      marginMode === undefined ? caller.marginModeOf(contract.id) : MARGIN_MODES[marginMode],
    longLeverage,
    shortLeverage,
  };
}

/** `20` and `20.00` are the same leverage. */
function parseWhole(field: string, text: string): number | WireError {
  const units = findDecimal(text, 0);
  return units === undefined || units === 0n
    ? invalid(field, `must be a whole number above 0, not '${text}'`)
    : Number(units);
}

export function parseHoldModel(caller: Caller, fields: Fields): SetMarginMode | WireError {
  const request = readRequest(HOLD_MODEL_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  return {
    kind: 'set-margin-mode',
    account: caller.account,
    contract: contract.id,
    marginMode: MARGIN_MODES[request.marginMode],
  };
}

export function parseAdjustMargin(
  caller: Caller,
  fields: Fields,
): AdjustIsolatedMargin | WireError {
  const request = readRequest(ADJUST_MARGIN_BODY, fields);
  if (isWireError(request)) return request;
  const place = parsePosition(caller, 'isolatedPositionId', request.isolatedPositionId);
  if (isWireError(place)) return place;
  const text = request.collateralAmount;
  const isNegative = text.startsWith('-');
  const magnitude = findMoney(isNegative ? text.slice(1) : text);
  if (magnitude === undefined || magnitude === 0n)
    return invalid('collateralAmount', `must not be 0 and has at most 8 decimals, not '${text}'`);
  return {
    kind: 'adjust-isolated-margin',
    account: caller.account,
    ...place,
    amount: isNegative ? money(-magnitude) : magnitude,
  };
}

export function parseAutoAppend(caller: Caller, fields: Fields): SetAutoTopUp | WireError {
  const request = readRequest(AUTO_APPEND_BODY, fields);
  if (isWireError(request)) return request;
  const place = parsePosition(caller, 'positionId', request.positionId);
  if (isWireError(place)) return place;
  return {
    kind: 'set-auto-top-up',
    account: caller.account,
    ...place,
    enabled: request.autoAppendMargin,
  };
}

function parsePosition(caller: Caller, field: string, id: number): PositionPlace | WireError {
  const place = caller.findPosition(positionId(id));
  if (place === undefined) return invalid(field, `there is no position ${id}`);
  return { contract: place.contract, positionSide: place.positionSide };
}
