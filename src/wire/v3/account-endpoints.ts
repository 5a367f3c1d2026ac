/** The endpoints about an account. */
import { AUTO_APPEND_BODY } from '../auto-append.ts';
import { list } from '../record-field.ts';
import {
  ACCOUNT_CONFIG,
  BALANCE,
  COMMISSION_RATE,
  DONE,
  INCOMES,
  LEVERAGE_SET,
  POSITION,
  SYMBOL_CONFIG,
} from './account-records.ts';
import {
  INCOME_BODY,
  LEVERAGE_BODY,
  MARGIN_TYPE_BODY,
  POSITION_MARGIN_BODY,
} from './account-requests.ts';
import { ownGetRow, ownPostRow } from './endpoint.ts';
import { NO_REQUEST, OPTIONAL_SYMBOL_QUERY, SYMBOL_QUERY } from './market-requests.ts';

export const ACCOUNT_ENDPOINTS = [
  ownGetRow([5, 10], {
    id: 'v3AccountBalance',
    path: '/account/balance',
    request: NO_REQUEST,
    response: list(BALANCE),
    summary: 'Balance',
    text: 'The balance is cash plus unrealised results.',
  }),
  ownGetRow([5, 10], {
    id: 'v3AccountCommissionRate',
    path: '/account/commissionRate',
    request: SYMBOL_QUERY,
    response: COMMISSION_RATE,
    summary: 'Fee rates at a contract',
    text: 'Those of the account, or else those of the contract.',
  }),
  ownGetRow([5, 10], {
    id: 'v3AccountConfig',
    path: '/account/accountConfig',
    request: NO_REQUEST,
    response: ACCOUNT_CONFIG,
    summary: 'What the key and the account may do',
    text: 'Money is moved by the operator.',
  }),
  ownGetRow([5, 10], {
    id: 'v3AccountSymbolConfig',
    path: '/account/symbolConfig',
    request: OPTIONAL_SYMBOL_QUERY,
    response: list(SYMBOL_CONFIG),
    summary: 'Margin mode and leverage by contract',
    text: 'A list, also of one.',
  }),
  ownPostRow([2, 5], {
    id: 'v3AccountIncome',
    path: '/account/income',
    permission: 'read',
    request: INCOME_BODY,
    response: INCOMES,
    summary: 'Bills',
    text: 'Every movement of collateral, newest first. Move `endTime` back to page.',
  }),
  ownPostRow([10, 20], {
    id: 'v3AccountLeverage',
    path: '/account/leverage',
    request: LEVERAGE_BODY,
    response: LEVERAGE_SET,
    summary: 'Set leverage',
    text:
      'Refused while there are open orders on the contract. `crossLeverage` alone is meant for ' +
      'both sides, whatever the margin mode.',
  }),
  ownPostRow([20, 50], {
    id: 'v3AccountMarginType',
    path: '/account/marginType',
    request: MARGIN_TYPE_BODY,
    response: DONE,
    summary: 'Set the margin mode of a contract',
    text: 'Refused while there are positions or orders on the contract.',
  }),
  ownPostRow([15, 30], {
    id: 'v3AccountPositionMargin',
    path: '/account/positionMargin',
    request: POSITION_MARGIN_BODY,
    response: DONE,
    summary: 'Add or remove isolated margin',
    text: 'By the `id` of the position.',
  }),
  ownPostRow([15, 30], {
    id: 'v3AccountAutoAppend',
    path: '/account/modifyAutoAppendMargin',
    request: AUTO_APPEND_BODY,
    response: DONE,
    summary: 'Switch automatic top-up of an isolated position',
    text: 'With it a position takes what it lacks from the wallet before it would be liquidated.',
  }),
  ownGetRow([10, 15], {
    id: 'v3AccountAllPosition',
    path: '/account/position/allPosition',
    request: NO_REQUEST,
    response: list(POSITION),
    summary: 'All open positions',
    text: 'Long and short of one contract are two positions.',
  }),
  ownGetRow([2, 3], {
    id: 'v3AccountSinglePosition',
    path: '/account/position/singlePosition',
    request: SYMBOL_QUERY,
    response: list(POSITION),
    summary: 'Open positions of a contract',
    text: 'A list of none, one or two.',
  }),
] as const;
