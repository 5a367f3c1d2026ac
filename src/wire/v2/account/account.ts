/** The account, with its variants: settings, the collateral with its totals, and bills. */

import { type Static, Type } from 'typebox';
import type { AccountTerms } from '../../../domain/account.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { BillRow } from '../../../domain/history.ts';
import type { PostingKind } from '../../../domain/posting.ts';
import { NO_MONEY } from '../../../domain/units.ts';
import {
  type AccountReading,
  type AssetReading,
  assetFigures,
  billFigures,
  feeRatesOf,
  type IsolatedMargin,
  totalText,
} from '../../account-figures.ts';
import { feeRateText, moneyText } from '../../amount-text.ts';
import { type BillsPage, BUSINESS_TYPES, parseBills } from '../../bills.ts';
import { wireError } from '../../errors.ts';
import {
  codeField,
  ifSent,
  integerField,
  momentField,
  symbolField,
  textField,
} from '../../field.ts';
import { formatMoney } from '../../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { COIN_NAME, isCoin } from '../../words.ts';
import { MARGIN_MODE_NAMES } from '../codes.ts';
import { ownGet, ownPost } from '../endpoint.ts';
import { combinedWord, LEVERAGE_FIELDS, leverages, marginModeWord } from './positions.ts';

const FEE_FIELDS = {
  is_set_fee_rate: flag('Whether the account has rates of its own'),
  taker_fee_rate: decimal('Taker fee rate', '0.00080000'),
  maker_fee_rate: decimal('Maker fee rate', '0.00020000'),
  is_set_fee_discount: flag('Always false'),
  fee_discount: decimal('Always 0', '0'),
  is_set_taker_maker_fee_discount: flag('Always false'),
  taker_fee_discount: decimal('Always 0', '0'),
  maker_fee_discount: decimal('Always 0', '0'),
};
const FEE_SETTING = record(FEE_FIELDS);

const positionModeWord = () =>
  word(['HEDGE', 'ONE_WAY'], 'Whether long and short may be held at once');

const POSITION_MODE_NAMES = { hedge: 'HEDGE', net: 'ONE_WAY' } as const;

const MODE_SETTING = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  marginMode: marginModeWord(),
  separatedMode: combinedWord(),
  positionMode: positionModeWord(),
  separatedModeEnum: combinedWord(),
  positionModeEnum: positionModeWord(),
});

const LEVERAGE_SETTING = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  ...LEVERAGE_FIELDS,
});

const amount = (description: string) => decimal(description, '1000.00000000');

const COLLATERAL_RECORD = record({
  coin: text('The coin', 'USDT'),
  marginMode: marginModeWord(),
  crossSymbol: Type.Null({ description: 'Always null' }),
  isolatedPositionId: integer('The isolated position; 0 in cross margin', 0),
  amount: amount('Collateral: cash less what longs cost plus what shorts brought in'),
  pending_deposit_amount: amount('Always 0'),
  pending_withdraw_amount: amount('Always 0'),
  pending_transfer_in_amount: amount('Always 0'),
  pending_transfer_out_amount: amount('Always 0'),
  is_liquidating: flag('Whether the account is being liquidated'),
  legacy_amount: amount('Cash balance, realised results included'),
  cum_deposit_amount: amount('Deposited'),
  cum_withdraw_amount: amount('Withdrawn'),
  cum_transfer_in_amount: amount('Received from other accounts'),
  cum_transfer_out_amount: amount('Sent to other accounts'),
  cum_margin_move_in_amount: amount('Moved into isolated positions'),
  cum_margin_move_out_amount: amount('Moved out of isolated positions'),
  cum_position_open_long_amount: amount('Paid for opening longs'),
  cum_position_open_short_amount: amount('Received for opening shorts'),
  cum_position_close_long_amount: amount('Received for closing longs'),
  cum_position_close_short_amount: amount('Paid for closing shorts'),
  cum_position_fill_fee_amount: amount('Fees paid'),
  cum_position_liquidate_fee_amount: amount('Liquidation fees paid'),
  cum_position_funding_amount: amount('Funding received; negative where paid'),
  cum_order_fill_fee_income_amount: amount('Fee income; only of the venue'),
  cum_order_liquidate_fee_income_amount: amount('Liquidation fee income; only of the venue'),
  created_time: moment('When it began'),
  updated_time: moment('When it last changed'),
});
type CollateralRecord = Static<typeof COLLATERAL_RECORD>;

export const ACCOUNT_RECORD = record({
  account: record({
    defaultFeeSetting: FEE_SETTING,
    feeSetting: records({ symbol: text('The contract', 'cmt_btcusdt'), ...FEE_FIELDS }),
    modeSetting: list(MODE_SETTING),
    leverageSetting: list(LEVERAGE_SETTING),
    createOrderRateLimitPerMinute: integer('Orders per minute; 0 for no limit of its own', 0),
    createOrderDelayMilliseconds: integer('Delay of orders; 0 for none', 0),
    createdTime: moment('When the account was opened'),
    updatedTime: moment('When its money last moved'),
  }),
  collateral: list(COLLATERAL_RECORD),
  version: Type.Null({ description: 'Always null' }),
});

export const accountRecord = (account: AccountReading): Static<typeof ACCOUNT_RECORD> => ({
  account: {
    defaultFeeSetting: feeSetting(account.terms, account.settings[0]?.contract),
    feeSetting: account.settings.map(({ contract }) => ({
      symbol: contract.symbol,
      ...feeSetting(account.terms, contract),
    })),
    modeSetting: account.settings.map(({ contract, marginMode }) => ({
      symbol: contract.symbol,
      marginMode: MARGIN_MODE_NAMES[marginMode],
      separatedMode: 'COMBINED',
      positionMode: POSITION_MODE_NAMES[account.positionMode],
      separatedModeEnum: 'COMBINED',
      positionModeEnum: POSITION_MODE_NAMES[account.positionMode],
    })),
    leverageSetting: account.settings.map((setting) => ({
      symbol: setting.contract.symbol,
      ...leverages(setting),
    })),
    createOrderRateLimitPerMinute: 0,
    createOrderDelayMilliseconds: 0,
    createdTime: account.notes.openedAt,
    updatedTime: account.notes.updatedAt,
  },
  collateral: [collateralRecord('SHARED', 0, account), ...account.isolated.map(isolatedCollateral)],
  version: null,
});

/** Returns the account's own rates, or else those of the contract. */
function feeSetting(
  terms: AccountTerms,
  contract: Contract | undefined,
): Static<typeof FEE_SETTING> {
  const rates = contract === undefined ? undefined : feeRatesOf(terms, contract);
  return {
    is_set_fee_rate: terms.makerFee !== null || terms.takerFee !== null,
    taker_fee_rate: rates === undefined ? '0' : feeRateText(rates.taker),
    maker_fee_rate: rates === undefined ? '0' : feeRateText(rates.maker),
    is_set_fee_discount: false,
    fee_discount: '0',
    is_set_taker_maker_fee_discount: false,
    taker_fee_discount: '0',
    maker_fee_discount: '0',
  };
}

/** The money that a row of collateral shows. */
type Collateral = Pick<AccountReading, 'collateral' | 'wallet' | 'liquidating' | 'totals'> & {
  readonly notes: Omit<AccountReading['notes'], 'account'>;
};

function collateralRecord(
  marginMode: CollateralRecord['marginMode'],
  isolatedPositionId: number,
  money: Collateral,
): CollateralRecord {
  const total = (kind: PostingKind): string => totalText(money, kind);
  return {
    coin: COIN_NAME,
    marginMode,
    crossSymbol: null,
    isolatedPositionId,
    amount: moneyText(money.collateral),
    pending_deposit_amount: '0',
    pending_withdraw_amount: '0',
    pending_transfer_in_amount: '0',
    pending_transfer_out_amount: '0',
    is_liquidating: money.liquidating,
    legacy_amount: moneyText(money.wallet),
    cum_deposit_amount: total('deposit'),
    cum_withdraw_amount: total('withdrawal'),
    cum_transfer_in_amount: total('transfer-in'),
    cum_transfer_out_amount: total('transfer-out'),
    cum_margin_move_in_amount: moneyText(money.notes.marginMovedIn),
    cum_margin_move_out_amount: moneyText(money.notes.marginMovedOut),
    cum_position_open_long_amount: total('open-long'),
    cum_position_open_short_amount: total('open-short'),
    cum_position_close_long_amount: total('close-long'),
    cum_position_close_short_amount: total('close-short'),
    cum_position_fill_fee_amount: total('fee'),
    cum_position_liquidate_fee_amount: total('liquidation-fee'),
    cum_position_funding_amount: total('funding'),
    cum_order_fill_fee_income_amount: total('fee-income'),
    cum_order_liquidate_fee_income_amount: total('liquidation-fee-income'),
    created_time: money.notes.openedAt,
    updated_time: money.notes.updatedAt,
  };
}

/** Of an isolated position nothing is totalled. */
const isolatedCollateral = ({ position, margin, ...times }: IsolatedMargin): CollateralRecord =>
  collateralRecord('ISOLATED', position, {
    collateral: margin,
    wallet: margin,
    liquidating: false,
    totals: [],
    notes: { ...times, marginMovedIn: NO_MONEY, marginMovedOut: NO_MONEY },
  });

const accountTerms = {
  response: ACCOUNT_RECORD,
  text: 'Fee rates, margin modes and leverage by contract, and the collateral with its totals.',
  format: accountRecord,
};

export const GET_ACCOUNTS = ownGet('/account/getAccounts', [5, 5], {
  ...accountTerms,
  id: 'accountGetAccounts',
  summary: 'Account with settings and collateral',
});

export const ACCOUNTS = ownGet('/account/accounts', [5, 5], {
  ...accountTerms,
  id: 'accountAccounts',
  summary: 'Account with settings and collateral (older name)',
  text: 'The same as `account/getAccounts`.',
});

/** There is one coin, so the account of a coin is the account. */
export const GET_ACCOUNT = ownGet('/account/getAccount', [1, 1], {
  ...accountTerms,
  id: 'accountGetAccount',
  request: Type.Object({
    coin: textField('The coin.', { examples: ['USDT'], lengthMax: 16 }),
  }),
  summary: 'Account of one coin',
  read: (asked) => (isCoin(asked.coin) ? asked : wireError('40020', { field: 'coin' })),
});

/** The older endpoint, which names the coin by a number. */
export const ACCOUNT = ownGet('/account/account', [1, 1], {
  ...accountTerms,
  id: 'accountAccount',
  request: Type.Object({
    coinId: ifSent(codeField(['2'], 'The coin: 2 is USDT.', { default: 2 })),
  }),
  summary: 'Account of one coin (older name)',
  text: 'The same as `account/getAccount`, with the coin by number.',
  read: (sent) => sent,
});

const ASSET_RECORD = record({
  coinName: text('The coin', 'USDT'),
  available: decimal('Free for new orders', '5413.06877369'),
  equity: decimal('Everything, unrealised results included', '5696.49288823'),
  frozen: decimal('Held by working orders', '81.28240000'),
  unrealizePnl: decimal('Sum of unrealised results', '-34.55168000'),
});
type AssetRecord = Static<typeof ASSET_RECORD>;

export const assetRecord = (asset: AssetReading): AssetRecord => ({
  coinName: COIN_NAME,
  ...assetFigures(asset),
});

export const ASSETS = ownGet('/account/assets', [5, 10], {
  id: 'accountAssets',
  response: list(ASSET_RECORD),
  summary: 'Assets',
  text: 'Equity is cash plus unrealised results. Unrealised profit is available for new orders.',
  format: (asset: AssetReading) => [assetRecord(asset)],
});

export const BILL_RECORD = record({
  billId: integer('The bill', 7_340_032),
  coin: text('The coin', 'USDT'),
  symbol: text('The contract; empty where there is none', 'cmt_btcusdt'),
  amount: decimal('Signed change of collateral, fee included', '-27.24837159'),
  businessType: word(BUSINESS_TYPES, 'What it was for'),
  balance: decimal('Collateral after it', '972.75162841'),
  wallet: decimal(
    'Wallet balance after it, which counts results and not the value of positions',
    '9972.75162841',
  ),
  fillFee: decimal('Fee contained in it', '0.02178127'),
  transferReason: word(['UNKNOWN_TRANSFER_REASON', 'USER_TRANSFER'], 'Reason of a transfer'),
  ctime: moment('When it happened'),
});
export type BillRecord = Static<typeof BILL_RECORD>;

const BILLS_RECORD = record({
  hasNextPage: flag('Whether there are older ones'),
  items: list(BILL_RECORD),
});
export type BillsRecord = Static<typeof BILLS_RECORD>;

/** Returns a bill. The contract is null if the money moved without one. */
export function billRecord(contract: Contract | null, bill: BillRow): BillRecord {
  const { type, amount, ...figures } = billFigures(bill);
  return {
    billId: bill.id,
    coin: COIN_NAME,
    symbol: contract?.symbol ?? '',
    amount,
    businessType: type,
    ...figures,
    wallet: formatMoney(bill.wallet),
    ctime: bill.at,
  };
}

export const BILLS = ownPost('/account/bills', [2, 5], {
  id: 'accountBills',
  permission: 'read',
  request: Type.Object({
    coin: ifSent(textField('One coin; all where empty.', { examples: ['USDT'], lengthMax: 16 })),
    symbol: ifSent(symbolField('One contract; all where empty.')),
    businessType: ifSent(codeField(BUSINESS_TYPES, 'One kind of bill; all where empty.')),
    startTime: ifSent(momentField('The earliest.')),
    endTime: ifSent(momentField('The latest; move it back to page.')),
    limit: ifSent(integerField('How many bills.', { default: 20, min: 1, max: 100 })),
  }),
  response: BILLS_RECORD,
  summary: 'Bills',
  text: 'Every movement of collateral, newest first. Move `endTime` back to page.',
  read: (window, caller) => {
    const { coin, symbol, businessType: kind, limit } = window;
    return parseBills(caller.findContract, {
      coin,
      coinField: 'coin',
      symbol,
      kind,
      window,
      limit,
    });
  },
  format: ({ rows, hasMore }: BillsPage, _asked, { contractOf }): BillsRecord => ({
    hasNextPage: hasMore,
    items: rows.map((bill) =>
      billRecord(bill.contract === null ? null : contractOf(bill.contract), bill),
    ),
  }),
});
