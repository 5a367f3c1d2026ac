/** From the requests of the account endpoints to queries and commands. */
import type { AdjustIsolatedMargin, SetLeverage, SetMarginMode } from '../../domain/command.ts';
import { money } from '../../domain/units.ts';
import { parsePosition, parseWhole } from '../account-terms.ts';
import { type Caller, type FindContract, invalid, parseSymbol } from '../caller.ts';
import { isWireError, type WireError, wireError } from '../errors.ts';
import { type BillsQuery, parseBills } from '../parse-bills.ts';
import { findMoney } from '../quantity.ts';
import { type Fields, readRequest } from '../read-request.ts';
import { COIN_NAME, isCoin } from '../words.ts';
import {
  ADJUST_MARGIN_BODY,
  BILLS_BODY,
  COIN_ID_QUERY,
  COIN_QUERY,
  HOLD_MODEL_BODY,
  LEVERAGE_BODY,
} from './account-requests.ts';
import { MARGIN_MODES } from './codes.ts';

export function parseCoinQuery(fields: Fields): { readonly coin: string } | WireError {
  const request = readRequest(COIN_QUERY, fields);
  if (isWireError(request)) return request;
  return isCoin(request.coin) ? { coin: COIN_NAME } : wireError('40020', { field: 'coin' });
}

/** The older endpoint numbers the coin. */
export function parseCoinIdQuery(fields: Fields): { readonly coin: string } | WireError {
  const request = readRequest(COIN_ID_QUERY, fields);
  return isWireError(request) ? request : { coin: COIN_NAME };
}

export function parseBillsQuery(find: FindContract, fields: Fields): BillsQuery | WireError {
  const request = readRequest(BILLS_BODY, fields);
  if (isWireError(request)) return request;
  const { coin, symbol, businessType, limit } = request;
  const terms = { coin, coinField: 'coin', symbol, kind: businessType, limit };
  return parseBills(find, { ...terms, window: request });
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
