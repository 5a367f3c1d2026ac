/** The endpoints about accounts and positions. */

import { AUTO_APPEND_BODY } from '../auto-append.ts';
import { list } from '../record-field.ts';
import {
  ACCOUNT_RECORD,
  ASSET_RECORD,
  BILLS_RECORD,
  DONE_RECORD,
  POSITION_RECORD,
  SETTINGS_RECORD,
} from './account-records.ts';
import {
  ADJUST_MARGIN_BODY,
  BILLS_BODY,
  COIN_ID_QUERY,
  COIN_QUERY,
  HOLD_MODEL_BODY,
  LEVERAGE_BODY,
} from './account-requests.ts';
import { ownGetRow as ownGet, ownPostRow as ownPost } from './endpoint.ts';
import { NO_REQUEST, OPTIONAL_SYMBOL_QUERY, SYMBOL_QUERY } from './market-requests.ts';

const ACCOUNT_TEXT =
  'Fee rates, margin modes and leverage by contract, and the collateral with its totals.';

export const ACCOUNT_ENDPOINTS = [
  ownGet([5, 5], {
    id: 'accountGetAccounts',
    path: '/account/getAccounts',
    request: NO_REQUEST,
    response: ACCOUNT_RECORD,
    summary: 'Account with settings and collateral',
    text: ACCOUNT_TEXT,
  }),
  ownGet([5, 5], {
    id: 'accountAccounts',
    path: '/account/accounts',
    request: NO_REQUEST,
    response: ACCOUNT_RECORD,
    summary: 'Account with settings and collateral (older name)',
    text: 'The same as `account/getAccounts`.',
  }),
  ownGet([1, 1], {
    id: 'accountGetAccount',
    path: '/account/getAccount',
    request: COIN_QUERY,
    response: ACCOUNT_RECORD,
    summary: 'Account of one coin',
    text: ACCOUNT_TEXT,
  }),
  ownGet([1, 1], {
    id: 'accountAccount',
    path: '/account/account',
    request: COIN_ID_QUERY,
    response: ACCOUNT_RECORD,
    summary: 'Account of one coin (older name)',
    text: 'The same as `account/getAccount`, with the coin by number.',
  }),
  ownGet([5, 10], {
    id: 'accountAssets',
    path: '/account/assets',
    request: NO_REQUEST,
    response: list(ASSET_RECORD),
    summary: 'Assets',
    text: 'Equity is cash plus unrealised results. Unrealised profit is available for new orders.',
  }),
  ownPost([2, 5], {
    id: 'accountBills',
    path: '/account/bills',
    permission: 'read',
    request: BILLS_BODY,
    response: BILLS_RECORD,
    summary: 'Bills',
    text: 'Every movement of collateral, newest first. Move `endTime` back to page.',
  }),
  ownGet([1, 1], {
    id: 'accountSettings',
    path: '/account/settings',
    request: OPTIONAL_SYMBOL_QUERY,
    response: SETTINGS_RECORD,
    summary: 'Leverage settings by contract',
    text: 'An object whose fields are symbols.',
  }),
  ownPost([10, 20], {
    id: 'accountLeverage',
    path: '/account/leverage',
    request: LEVERAGE_BODY,
    response: DONE_RECORD,
    summary: 'Set leverage',
    text:
      'Refused while there are open orders on the contract, untriggered ones included. In cross ' +
      'margin both sides have the same leverage. Setting the same value again succeeds.',
  }),
  ownPost([15, 30], {
    id: 'accountAdjustMargin',
    path: '/account/adjustMargin',
    request: ADJUST_MARGIN_BODY,
    response: DONE_RECORD,
    summary: 'Add or remove isolated margin',
    text: 'Positive amounts add, negative ones remove.',
  }),
  ownPost([15, 30], {
    id: 'accountAutoAppend',
    path: '/account/modifyAutoAppendMargin',
    request: AUTO_APPEND_BODY,
    response: DONE_RECORD,
    summary: 'Switch automatic top-up of an isolated position',
    text: 'With it a position takes what it lacks from the wallet before it would be liquidated.',
  }),
  ownGet([10, 15], {
    id: 'accountAllPosition',
    path: '/account/position/allPosition',
    request: NO_REQUEST,
    response: list(POSITION_RECORD),
    summary: 'All open positions',
    text: 'Long and short of one contract are two positions.',
  }),
  ownGet([2, 3], {
    id: 'accountSinglePosition',
    path: '/account/position/singlePosition',
    request: SYMBOL_QUERY,
    response: list(POSITION_RECORD),
    summary: 'Open positions of a contract',
    text: 'A list of none, one or two.',
  }),
  ownPost([20, 50], {
    id: 'accountHoldModel',
    path: '/account/position/changeHoldModel',
    request: HOLD_MODEL_BODY,
    response: DONE_RECORD,
    summary: 'Set the margin mode of a contract',
    text: 'Refused while there are positions or orders on the contract.',
  }),
] as const;
