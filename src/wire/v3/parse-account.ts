/** From the bodies of the account endpoints to commands and questions. */
import type { AdjustIsolatedMargin, SetLeverage, SetMarginMode } from '../../domain/command.ts';
import { money } from '../../domain/units.ts';
import { parsePosition, parseWhole } from '../account-terms.ts';
import { type Caller, type FindContract, invalid, parseSymbol } from '../caller.ts';
import { isWireError, type WireError, wireError } from '../errors.ts';
import { type BillsQuery, parseBills } from '../parse-bills.ts';
import { findMoney } from '../quantity.ts';
import { type Fields, readRequest } from '../read-request.ts';
import {
  INCOME_BODY,
  LEVERAGE_BODY,
  MARGIN_TYPE_BODY,
  POSITION_MARGIN_BODY,
} from './account-requests.ts';
import { MARGIN_TYPES } from './codes.ts';

export function parseIncome(find: FindContract, fields: Fields): BillsQuery | WireError {
  const request = readRequest(INCOME_BODY, fields);
  if (isWireError(request)) return request;
  const { asset, currency, symbol, incomeType, limit } = request;
  return parseBills(find, {
    coin: asset ?? currency,
    coinField: asset === undefined ? 'currency' : 'asset',
    symbol,
    kind: incomeType,
    window: request,
    limit,
  });
}

/**
 * Client libraries that do not know the margin mode send `crossLeverage` alone: it is then the
 * leverage of both sides in whatever mode the contract is.
 */
export function parseLeverage(caller: Caller, fields: Fields): SetLeverage | WireError {
  const request = readRequest(LEVERAGE_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  const { marginType } = request;
  const marginMode =
    marginType === undefined ? caller.marginModeOf(contract.id) : MARGIN_TYPES[marginType];
  // Each is read, also where the margin mode has no use for it: nonsense is a mistake anyway.
  const cross = parseGiven(request.crossLeverage);
  if (isWireError(cross)) return cross;
  const long = parseGiven(request.isolatedLongLeverage);
  if (isWireError(long)) return long;
  const short = parseGiven(request.isolatedShortLeverage);
  if (isWireError(short)) return short;
  const longLeverage = marginMode === 'cross' ? cross : (long ?? cross);
  const shortLeverage = marginMode === 'cross' ? cross : (short ?? longLeverage);
  if (longLeverage === undefined || shortLeverage === undefined)
    return wireError('40019', {
      field: marginMode === 'cross' ? 'crossLeverage' : 'isolatedLongLeverage',
    });
  return {
    kind: 'set-leverage',
    account: caller.account,
    contract: contract.id,
    marginMode,
    longLeverage,
    shortLeverage,
  };
}

const parseGiven = (leverage: string | undefined): number | WireError | undefined =>
  leverage === undefined ? undefined : parseWhole('leverage', leverage);

export function parseMarginType(caller: Caller, fields: Fields): SetMarginMode | WireError {
  const request = readRequest(MARGIN_TYPE_BODY, fields);
  if (isWireError(request)) return request;
  const contract = parseSymbol(caller.findContract, request.symbol);
  if (isWireError(contract)) return contract;
  if (request.separatedType === 'SEPARATED')
    return invalid('separatedType', 'positions are COMBINED: one long and one short each');
  return {
    kind: 'set-margin-mode',
    account: caller.account,
    contract: contract.id,
    marginMode: MARGIN_TYPES[request.marginType],
  };
}

export function parsePositionMargin(
  caller: Caller,
  fields: Fields,
): AdjustIsolatedMargin | WireError {
  const request = readRequest(POSITION_MARGIN_BODY, fields);
  if (isWireError(request)) return request;
  const place = parsePosition(caller, 'isolatedPositionId', request.isolatedPositionId);
  if (isWireError(place)) return place;
  const amount = findMoney(request.amount);
  if (amount === undefined || amount === 0n)
    return invalid('amount', `must be above 0 with at most 8 decimals, not '${request.amount}'`);
  return {
    kind: 'adjust-isolated-margin',
    account: caller.account,
    ...place,
    amount: request.type === '2' ? money(-amount) : amount,
  };
}
