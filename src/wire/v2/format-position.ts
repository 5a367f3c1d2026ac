/** The record of a position. */
import { type Contract, notionalOf } from '../../domain/contract.ts';
import type { AccountId } from '../../domain/ids.ts';
import { type LiquidationInputs, liquidationPrice } from '../../domain/liquidation-price.ts';
import { initialMargin, type MarginMode } from '../../domain/margin.ts';
import { type Position, unrealisedPnl } from '../../domain/position.ts';
import type { Money, Ticks } from '../../domain/units.ts';
import { formatLots, lotText } from '../quantity.ts';
import type { PositionRecord } from './account-records.ts';
import { lotsText, moneyText, priceText } from './amount-text.ts';
import { COIN_ID, FIRST_CONTRACT_NUMBER, MARGIN_MODE_NAMES, POSITION_SIDE_NAMES } from './codes.ts';

/** A position and what it is seen with. */
export interface PositionReading {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly position: Readonly<Position>;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly mark: Ticks;
  /** What stands behind it, for the price at which it would be liquidated. */
  readonly liquidation: LiquidationInputs;
}

export function positionRecord(reading: PositionReading): PositionRecord {
  const { contract, position } = reading;
  return {
    id: position.id,
    account_id: reading.account,
    coin_id: COIN_ID,
    contract_id: FIRST_CONTRACT_NUMBER + contract.id,
    symbol: contract.symbol,
    side: POSITION_SIDE_NAMES[position.side],
    margin_mode: MARGIN_MODE_NAMES[reading.marginMode],
    separated_mode: 'COMBINED',
    separated_open_order_id: 0,
    leverage: String(reading.leverage),
    size: formatLots(contract, position.size),
    open_value: moneyText(position.openValue),
    open_fee: moneyText(position.openFee),
    funding_fee: moneyText(position.fundingFee),
    marginSize: moneyText(marginOf(reading)),
    isolated_margin: moneyText(position.isolatedMargin),
    is_auto_append_isolated_margin: reading.autoTopUp,
    cum_open_size: lotsText(contract, position.cumOpenSize),
    cum_open_value: moneyText(position.cumOpenValue),
    cum_open_fee: moneyText(position.cumOpenFee),
    cum_close_size: lotsText(contract, position.cumCloseSize),
    cum_close_value: moneyText(position.cumCloseValue),
    cum_close_fee: moneyText(position.cumCloseFee),
    cum_funding_fee: moneyText(position.cumFunding),
    cum_liquidate_fee: moneyText(position.cumLiquidationFee),
    created_match_sequence_id: position.openedSeq,
    updated_match_sequence_id: position.updatedSeq,
    created_time: position.openedAt,
    updated_time: position.updatedAt,
    contractVal: lotText(contract),
    unrealizePnl: moneyText(unrealisedPnl(contract, position, reading.mark)),
    liquidatePrice: priceText(contract, liquidationPrice(contract, reading.liquidation)),
  };
}

/** In cross margin what it needs at the mark; in isolated margin what was set aside for it. */
function marginOf({ contract, position, marginMode, leverage, mark }: PositionReading): Money {
  if (marginMode === 'isolated') return position.isolatedMargin;
  return initialMargin(notionalOf(contract, mark, position.size), leverage);
}
