/** account/position/allPosition and account/position/singlePosition. */
import type { Static } from 'typebox';
import { oneContract } from '../../contract-query.ts';
import { markedFigures, type PositionReading, positionFigures } from '../../position-figures.ts';
import { formatLots, lotText } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { COIN_ID, FIRST_CONTRACT_NUMBER, MARGIN_MODE_NAMES } from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import { combinedWord, marginModeWord } from './settings.ts';

export const POSITION_RECORD = record({
  id: integer('The position', 1_000_001),
  account_id: integer('The account', 1_001),
  coin_id: integer('The coin: 2 is USDT', 2),
  contract_id: integer('The contract by number', 10_000_001),
  symbol: text('The contract', 'cmt_btcusdt'),
  side: word(['LONG', 'SHORT'], 'Side'),
  margin_mode: marginModeWord(),
  separated_mode: combinedWord(),
  separated_open_order_id: integer('Always 0', 0),
  leverage: decimal('Leverage', '20'),
  size: decimal('Size in the base coin, never negative', '0.0200'),
  open_value: decimal('What the open size cost', '1801.06700000'),
  open_fee: decimal('Opening fees of the open size', '0.70731060'),
  funding_fee: decimal('Funding paid by the open size; negative where received', '1.22618160'),
  marginSize: decimal('Margin: value at the mark by leverage, or the isolated margin', '17.154980'),
  isolated_margin: decimal('Isolated margin; 0 in cross margin', '0'),
  is_auto_append_isolated_margin: flag('Whether it draws missing margin from the wallet'),
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

export function positionRecord(reading: PositionReading): PositionRecord {
  const { contract, position } = reading;
  const figures = positionFigures(reading);
  const marked = markedFigures(reading);
  return {
    id: position.id,
    account_id: reading.account,
    coin_id: COIN_ID,
    contract_id: FIRST_CONTRACT_NUMBER + contract.id,
    symbol: contract.symbol,
    side: figures.side,
    margin_mode: MARGIN_MODE_NAMES[reading.marginMode],
    separated_mode: figures.separatedMode,
    separated_open_order_id: 0,
    leverage: figures.leverage,
    size: formatLots(contract, position.size),
    open_value: figures.openValue,
    open_fee: figures.openFee,
    funding_fee: figures.fundingFee,
    marginSize: marked.marginSize,
    isolated_margin: figures.isolatedMargin,
    is_auto_append_isolated_margin: reading.autoTopUp,
    cum_open_size: figures.cumOpenSize,
    cum_open_value: figures.cumOpenValue,
    cum_open_fee: figures.cumOpenFee,
    cum_close_size: figures.cumCloseSize,
    cum_close_value: figures.cumCloseValue,
    cum_close_fee: figures.cumCloseFee,
    cum_funding_fee: figures.cumFundingFee,
    cum_liquidate_fee: figures.cumLiquidateFee,
    created_match_sequence_id: position.openedSeq,
    updated_match_sequence_id: position.updatedSeq,
    created_time: position.openedAt,
    updated_time: position.updatedAt,
    contractVal: lotText(contract),
    unrealizePnl: marked.unrealizePnl,
    liquidatePrice: marked.liquidatePrice,
  };
}

const formatPositions = (positions: readonly PositionReading[]) => positions.map(positionRecord);

export const ALL_POSITION = ownGet('/account/position/allPosition', [10, 15], {
  id: 'accountAllPosition',
  response: list(POSITION_RECORD),
  summary: 'All open positions',
  text: 'Long and short of one contract are two positions.',
  format: formatPositions,
});

export const SINGLE_POSITION = ownGet('/account/position/singlePosition', [2, 3], {
  id: 'accountSinglePosition',
  ...oneContract(),
  response: list(POSITION_RECORD),
  summary: 'Open positions of a contract',
  text: 'A list of none, one or two.',
  format: formatPositions,
});
