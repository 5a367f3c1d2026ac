/** Fields of private socket rows that mean the same in every dialect. */
import { decimal, exitParam, flag, idText, momentText, text, word } from './record-field.ts';

const amount = (description: string) => decimal(description, '1000.00000000');

const SIDES = {
  positionSide: word(['LONG', 'SHORT'], 'Side of the position'),
  orderSide: word(['BUY', 'SELL'], 'Side of the order'),
};

export const ACCOUNT_FIELDS = {
  pendingDepositAmount: amount('Always 0'),
  pendingWithdrawAmount: amount('Always 0'),
  pendingTransferInAmount: amount('Always 0'),
  pendingTransferOutAmount: amount('Always 0'),
  legacyAmount: amount('Cash balance'),
  cumDepositAmount: amount('Deposited'),
  cumWithdrawAmount: amount('Withdrawn'),
  cumTransferInAmount: amount('Received from other accounts'),
  cumTransferOutAmount: amount('Sent to other accounts'),
  cumMarginMoveInAmount: amount('Moved into isolated positions'),
  cumMarginMoveOutAmount: amount('Moved out of isolated positions'),
  cumPositionOpenLongAmount: amount('Paid for opening longs'),
  cumPositionOpenShortAmount: amount('Received for opening shorts'),
  cumPositionCloseLongAmount: amount('Received for closing longs'),
  cumPositionCloseShortAmount: amount('Paid for closing shorts'),
  cumPositionFillFeeAmount: amount('Fees paid'),
  cumPositionLiquidateFeeAmount: amount('Liquidation fees paid'),
  cumPositionFundingAmount: amount('Funding received; negative where paid'),
  cumOrderFillFeeIncomeAmount: amount('Fee income'),
  cumOrderLiquidateFeeIncomeAmount: amount('Liquidation fee income'),
  createdTime: momentText('When it began'),
  updatedTime: momentText('When it last changed'),
  liquidating: flag('Whether the account is being liquidated'),
};

/** Version 3 has them in its answers, too. */
export const POSITION_FIELDS = {
  leverage: decimal('Leverage', '20'),
  size: decimal('Size in the base coin, never negative', '0.0200'),
  openValue: decimal('What the open size cost', '1801.06700000'),
  openFee: decimal('Opening fees of the open size', '0.70731060'),
  fundingFee: decimal('Funding paid by the open size; negative where received', '1.22618160'),
  isolatedMargin: decimal('Isolated margin; 0 in cross margin', '0'),
  cumOpenSize: decimal('Opened since it began', '0.0200'),
  cumOpenValue: decimal('Cost of that', '1801.06700000'),
  cumOpenFee: decimal('Fees of that', '0.70731060'),
  cumCloseSize: decimal('Closed since it began', '0'),
  cumCloseValue: decimal('Proceeds of that', '0'),
  cumCloseFee: decimal('Fees of that', '0'),
  cumFundingFee: decimal('Funding paid since it began; negative where received', '1.22618160'),
  cumLiquidateFee: decimal('Liquidation fees since it began', '0'),
};

/** Where a position began and last changed. */
export const POSITION_PLACE = {
  createdMatchSequenceId: idText('Place in the journal where it began'),
  updatedMatchSequenceId: idText('Place in the journal where it last changed'),
  createdTime: momentText('When it began'),
  updatedTime: momentText('When it last changed'),
  autoAppendIsolatedMargin: flag('Whether it draws missing margin from the wallet'),
};

export const FILL_FIELDS = {
  ...SIDES,
  fillSize: decimal('Size in the base coin', '0.0093'),
  fillValue: decimal('Price times size', '883.51023000'),
  fillFee: decimal('Fee paid', '0.35340409'),
  liquidateFee: decimal('Liquidation fee', '0'),
  realizePnl: decimal('Result realised by closing', '-0.02697000'),
  direction: word(['MAKER', 'TAKER'], 'Whether the order had been resting'),
  createdTime: momentText('When it happened'),
  updatedTime: momentText('When it happened'),
};

/** Fields of an order, without its kind, time in force and status, which differ by dialect. */
export const ORDER_FIELDS = {
  ...SIDES,
  price: decimal('Limit price; zero for a market order', '95000.0'),
  size: decimal('Size in the base coin', '0.0093'),
  clientOrderId: text('The caller’s own id, or one that the venue gave', 'my-order-1'),
  reduceOnly: flag('Whether it only closes'),
  triggerPrice: decimal('The price that sends it; 0 for none', '0'),
  triggerPriceType: word(
    ['UNKNOWN_PRICE_TYPE', 'CONTRACT_PRICE', 'MARK_PRICE', 'INDEX_PRICE'],
    'Which price is watched',
  ),
  orderSource: word(['API', 'SYSTEM'], 'Who made it'),
  openTpslParentOrderId: idText('The order whose preset it is; 0 for none'),
  positionTpsl: flag('Whether it follows the whole position'),
  setOpenTp: flag('Whether it presets a take-profit'),
  openTpParam: exitParam(),
  setOpenSl: flag('Whether it presets a stop-loss'),
  openSlParam: exitParam(),
  leverage: decimal('Leverage', '20'),
  takerFeeRate: decimal('Taker fee rate', '0.0008'),
  makerFeeRate: decimal('Maker fee rate', '0.0002'),
  feeDiscount: decimal('Always 1', '1'),
  liquidateFeeRate: decimal('Liquidation fee rate', '0.003'),
  triggerTime: momentText('When it was triggered; 0 while it was not'),
  triggerPriceTime: momentText('The same'),
  triggerPriceValue: decimal('The price that triggered it; 0 while none did', '0'),
  cancelReason: text('Why it was canceled', 'UNKNOWN_ORDER_CANCEL_REASON'),
  latestFillPrice: decimal('Price of its last fill', '95000.0'),
  maxFillPrice: decimal('Highest price of its fills', '95000.0'),
  minFillPrice: decimal('Lowest price of its fills', '95000.0'),
  cumFillSize: decimal('Filled part of the size', '0.0093'),
  cumFillValue: decimal('Value of that', '883.51023000'),
  cumFillFee: decimal('Fees paid', '0.35340409'),
  cumLiquidateFee: decimal('Liquidation fees paid', '0'),
  cumRealizePnl: decimal('Result realised by closing', '0'),
  createdTime: momentText('When it was created'),
  updatedTime: momentText('When it last changed'),
};
