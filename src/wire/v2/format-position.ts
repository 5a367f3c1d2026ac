/** The record of a position. */
import { markedFigures, type PositionReading, positionFigures } from '../position-figures.ts';
import { formatLots, lotText } from '../quantity.ts';
import type { PositionRecord } from './account-records.ts';
import { COIN_ID, FIRST_CONTRACT_NUMBER, MARGIN_MODE_NAMES } from './codes.ts';

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
