/** The codes of the interface, in the words of the page. */
import type { BillRecord } from '../../wire/v2/account/account.ts';
import type { OrderRecord } from '../../wire/v2/orders/read-orders.ts';
import { positionMode } from '../account/desk-settings.ts';
import { say, type WordName } from '../shell/language.ts';

type Code = OrderRecord['status'] | OrderRecord['type'] | BillRecord['businessType'];

const WORDS: Readonly<Record<Code, WordName>> = {
  pending: 'statusPending',
  open: 'statusOpen',
  filled: 'filled',
  canceling: 'statusCanceling',
  canceled: 'statusCanceled',
  untriggered: 'statusUntriggered',
  open_long: 'openLong',
  open_short: 'openShort',
  close_long: 'closeLong',
  close_short: 'closeShort',
  offset_liquidate_long: 'nettedLong',
  offset_liquidate_short: 'nettedShort',
  agreement_close_long: 'deleveragedLong',
  agreement_close_short: 'deleveragedShort',
  burst_liquidate_long: 'liquidatedLong',
  burst_liquidate_short: 'liquidatedShort',
  deposit: 'billDeposit',
  withdraw: 'billWithdrawal',
  transfer_in: 'billIn',
  transfer_out: 'billOut',
  margin_move_in: 'billMarginIn',
  margin_move_out: 'billMarginOut',
  position_open_long: 'openLong',
  position_open_short: 'openShort',
  position_close_long: 'closeLong',
  position_close_short: 'closeShort',
  position_funding: 'billFunding',
  order_fill_fee_income: 'billFeeIncome',
  order_liquidate_fee_income: 'billLiquidationFee',
  start_liquidate: 'billLiquidationFee',
  finish_liquidate: 'billLiquidationEnd',
  order_fix_margin_amount: 'billCovered',
  tracking_follow_pay: 'billOther',
  tracking_system_pre_receive: 'billOther',
  tracking_follow_back: 'billOther',
  tracking_trader_income: 'billOther',
  tracking_third_party_share: 'billOther',
};

const known: ReadonlyMap<string, WordName> = new Map(Object.entries(WORDS));

/** Some records write the same codes in capitals. */
export const codeWord = (code: Code | Uppercase<Code>): WordName =>
  known.get(code.toLowerCase()) ?? 'billOther';

/** What an order does. In net mode it buys or sells, and may be told to reduce only. */
export function sayOrder(word: WordName): string {
  const isNet = positionMode.value === 'net';
  if (isNet && word === 'closeLong') return say('sellReduce');
  return isNet && word === 'closeShort' ? say('buyReduce') : sayTrade(word);
}

const TRADES: Readonly<Partial<Record<WordName, WordName>>> = {
  openLong: 'buy',
  closeShort: 'buy',
  openShort: 'sell',
  closeLong: 'sell',
};

/** What a fill did: in net mode an order that reduces need not have been told to. */
export const sayTrade = (word: WordName): string =>
  say((positionMode.value === 'net' ? TRADES[word] : undefined) ?? word);
