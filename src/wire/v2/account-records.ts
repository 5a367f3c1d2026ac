/** The answers of the account endpoints. */
import { type Static, Type } from 'typebox';
import { BUSINESS_TYPES } from '../bill-kinds.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../record-field.ts';

export const ASSET_RECORD = record({
  coinName: text('The coin', 'USDT'),
  available: decimal('Free for new orders', '5413.06877369'),
  equity: decimal('Everything, unrealised results included', '5696.49288823'),
  frozen: decimal('Held by working orders', '81.28240000'),
  unrealizePnl: decimal('Sum of unrealised results', '-34.55168000'),
});
export type AssetRecord = Static<typeof ASSET_RECORD>;

const feeFields = {
  is_set_fee_rate: flag('Whether the account has rates of its own'),
  taker_fee_rate: decimal('Taker fee rate', '0.00080000'),
  maker_fee_rate: decimal('Maker fee rate', '0.00020000'),
  is_set_fee_discount: flag('Always false'),
  fee_discount: decimal('Always 0', '0'),
  is_set_taker_maker_fee_discount: flag('Always false'),
  taker_fee_discount: decimal('Always 0', '0'),
  maker_fee_discount: decimal('Always 0', '0'),
};
export const FEE_SETTING = record(feeFields);
export type FeeSetting = Static<typeof FEE_SETTING>;

const symbol = () => text('The contract', 'cmt_btcusdt');
const marginMode = () => word(['SHARED', 'ISOLATED'], 'Cross or isolated margin');
const combined = () => word(['COMBINED'], 'Fills of one direction make one position');
const hedge = () => word(['HEDGE'], 'Long and short may be held at once');

export const MODE_SETTING = record({
  symbol: symbol(),
  marginMode: marginMode(),
  separatedMode: combined(),
  positionMode: hedge(),
  separatedModeEnum: combined(),
  positionModeEnum: hedge(),
});

const leverageFields = {
  isolated_long_leverage: decimal('Leverage of longs in isolated margin', '20.00'),
  isolated_short_leverage: decimal('Leverage of shorts in isolated margin', '20.00'),
  cross_leverage: decimal('Leverage in cross margin', '20.00'),
};
export const LEVERAGE_SETTING = record({ symbol: symbol(), ...leverageFields });
export const SYMBOL_SETTINGS = record(leverageFields);
export type SymbolSettings = Static<typeof SYMBOL_SETTINGS>;

/** By symbol. */
export const SETTINGS_RECORD = Type.Record(Type.String(), SYMBOL_SETTINGS);
export type SettingsRecord = Static<typeof SETTINGS_RECORD>;

const amount = (description: string) => decimal(description, '1000.00000000');

export const COLLATERAL_RECORD = record({
  coin: text('The coin', 'USDT'),
  marginMode: marginMode(),
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
export type CollateralRecord = Static<typeof COLLATERAL_RECORD>;

export const ACCOUNT_RECORD = record({
  account: record({
    defaultFeeSetting: FEE_SETTING,
    feeSetting: list(record({ symbol: symbol(), ...feeFields })),
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
export type AccountRecord = Static<typeof ACCOUNT_RECORD>;

export const POSITION_RECORD = record({
  id: integer('The position', 1_000_001),
  account_id: integer('The account', 1_001),
  coin_id: integer('The coin: 2 is USDT', 2),
  contract_id: integer('The contract by number', 10_000_001),
  symbol: symbol(),
  side: word(['LONG', 'SHORT'], 'Side'),
  margin_mode: marginMode(),
  separated_mode: combined(),
  separated_open_order_id: integer('Always 0', 0),
  leverage: decimal('Leverage', '20'),
  size: decimal('Size in the base coin, never negative', '0.0200'),
  open_value: decimal('What the open size cost', '1801.06700000'),
  open_fee: decimal('Opening fees of the open size', '0.70731060'),
  funding_fee: decimal('Funding paid by the open size; negative where received', '1.22618160'),
  marginSize: decimal('Margin: value at the mark by leverage, or the isolated margin', '17.154980'),
  isolated_margin: decimal('Isolated margin; 0 in cross margin', '0'),
  is_auto_append_isolated_margin: flag('Whether it takes what it lacks from the wallet'),
  cum_open_size: decimal('Opened since it began', '0.0200'),
  cum_open_value: decimal('Cost of that', '1801.06700000'),
  cum_open_fee: decimal('Fees of that', '0.70731060'),
  cum_close_size: decimal('Closed since it began', '0'),
  cum_close_value: decimal('Proceeds of that', '0'),
  cum_close_fee: decimal('Fees of that', '0'),
  cum_funding_fee: decimal('Funding paid since it began; negative where received', '1.22618160'),
  cum_liquidate_fee: decimal('Liquidation fees since it began', '0'),
  created_match_sequence_id: integer('Place in the journal where it began', 7_027),
  updated_match_sequence_id: integer('Place in the journal where it last changed', 7_031),
  created_time: moment('When it began'),
  updated_time: moment('When it last changed'),
  contractVal: decimal('Size of one contract unit', '0.0001'),
  unrealizePnl: decimal('What closing at the mark would realise', '-85.56900000'),
  liquidatePrice: decimal('Mark at which it would be liquidated; 0 for none', '81250.1'),
});
export type PositionRecord = Static<typeof POSITION_RECORD>;

export const BILL_RECORD = record({
  billId: integer('The bill', 7_340_032),
  coin: text('The coin', 'USDT'),
  symbol: text('The contract; empty where there is none', 'cmt_btcusdt'),
  amount: decimal('Signed change of collateral, fee included', '-27.24837159'),
  businessType: word(BUSINESS_TYPES, 'What it was for'),
  balance: decimal('Collateral after it', '972.75162841'),
  fillFee: decimal('Fee contained in it', '0.02178127'),
  transferReason: word(['UNKNOWN_TRANSFER_REASON', 'USER_TRANSFER'], 'Reason of a transfer'),
  ctime: moment('When it happened'),
});
export type BillRecord = Static<typeof BILL_RECORD>;

export const BILLS_RECORD = record({
  hasNextPage: flag('Whether there are older ones'),
  items: list(BILL_RECORD),
});
export type BillsRecord = Static<typeof BILLS_RECORD>;

/** The answer of commands that have nothing else to say. */
export const DONE_RECORD = record({
  msg: word(['success'], 'Always success'),
  requestTime: moment('When it was answered'),
  code: word(['200'], 'Always 200'),
});
export type DoneRecord = Static<typeof DONE_RECORD>;
