/** The endpoints about an account. */

import { parseAutoAppend } from '../../wire/auto-append.ts';
import { isWireError } from '../../wire/errors.ts';
import type { EndpointId } from '../../wire/v3/endpoints.ts';
import {
  balance,
  commissionRate,
  done,
  income,
  leverageSet,
  positionRow,
  symbolConfig,
} from '../../wire/v3/format-account.ts';
import {
  parseIncome,
  parseLeverage,
  parseMarginType,
  parsePositionMargin,
} from '../../wire/v3/parse-account.ts';
import { parseContract, parseContracts } from '../../wire/v3/parse-market.ts';
import { callerOf } from '../acts/caller.ts';
import { change, changed } from '../acts/change.ts';
import { readBills } from '../acts/read-bills.ts';
import { named } from '../acts/read-market.ts';
import type { Handler, PrivateCall } from '../call.ts';

export type AccountEndpointId = Extract<EndpointId, `v3Account${string}`>;

const balances: Handler<PrivateCall> = ({ venue, account }) => [
  balance(venue.read.account.money(account)),
];

const fees: Handler<PrivateCall> = ({ venue, account, findContract, fields }) => {
  const query = parseContract(findContract, fields);
  return isWireError(query)
    ? query
    : commissionRate(venue.read.account.get(account).terms, query.contract);
};

const config: Handler<PrivateCall> = ({ venue, account, key }) => ({
  canTrade: key.permissions.has('trade') && venue.read.account.get(account).status === 'active',
  canDeposit: false,
  canWithdraw: false,
  dualSidePosition: true,
  updateTime: venue.read.account.notes(account).updatedAt,
});

const symbolConfigs: Handler<PrivateCall> = (call) => {
  const query = parseContracts(call.findContract, call.fields);
  if (isWireError(query)) return query;
  return named(call, query.contract).map(({ id }) =>
    symbolConfig(call.venue.read.account.settings(call.account, id)),
  );
};

const incomes: Handler<PrivateCall> = async (call) => {
  const query = parseIncome(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { rows, hasMore } = await readBills(call, query);
  return {
    hasNextPage: hasMore,
    items: rows.map((bill) =>
      income(bill.contract === null ? null : call.venue.read.listing.contract(bill.contract), bill),
    ),
  };
};

const leverage: Handler<PrivateCall> = async (call) => {
  const command = parseLeverage(callerOf(call), call.fields);
  if (isWireError(command)) return command;
  const fault = await change(call, command);
  return fault ?? leverageSet(call.venue.read.account.settings(call.account, command.contract));
};

const allPosition: Handler<PrivateCall> = ({ venue, account }) =>
  venue.read.account.positions(account).map((held) => positionRow({ ...held, account }));

const singlePosition: Handler<PrivateCall> = ({ venue, account, findContract, fields }) => {
  const query = parseContract(findContract, fields);
  if (isWireError(query)) return query;
  return venue.read.account
    .positions(account)
    .filter(({ contract }) => contract === query.contract)
    .map((held) => positionRow({ ...held, account }));
};

export const ACCOUNT_HANDLERS: Readonly<Record<AccountEndpointId, Handler<PrivateCall>>> = {
  v3AccountBalance: balances,
  v3AccountCommissionRate: fees,
  v3AccountConfig: config,
  v3AccountSymbolConfig: symbolConfigs,
  v3AccountIncome: incomes,
  v3AccountLeverage: leverage,
  v3AccountMarginType: changed(parseMarginType, done),
  v3AccountPositionMargin: changed(parsePositionMargin, done),
  v3AccountAutoAppend: changed(parseAutoAppend, done),
  v3AccountAllPosition: allPosition,
  v3AccountSinglePosition: singlePosition,
};
