/** The figures of a position that every dialect writes alike. */
import { type Contract, notionalOf } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import { type LiquidationInputs, liquidationPrice } from '../domain/liquidation-price.ts';
import { initialMargin, type MarginMode } from '../domain/margin.ts';
import { type Position, unrealisedPnl } from '../domain/position.ts';
import type { Money, Ticks } from '../domain/units.ts';
import { lotsText, moneyText, priceText } from './amount-text.ts';
import { POSITION_SIDE_NAMES } from './words.ts';

/** A position with the data that its figures need. */
export interface PositionReading {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly position: Readonly<Position>;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly mark: Ticks;
  /** The inputs of the liquidation price. */
  readonly liquidation: LiquidationInputs;
}

/** A position to send. A closed position is sent once more, with size zero. */
export type PositionTold = Omit<PositionReading, 'account'>;

/** The data that does not depend on the mark. */
export type PositionFacts = Omit<PositionReading, 'account' | 'mark' | 'liquidation'>;

/** Returns the stored figures. A closed position has size `0`. */
export const positionFigures = ({ contract, position, leverage }: PositionFacts) => ({
  side: POSITION_SIDE_NAMES[position.side],
  separatedMode: 'COMBINED' as const,
  leverage: String(leverage),
  size: lotsText(contract, position.size),
  openValue: moneyText(position.openValue),
  openFee: moneyText(position.openFee),
  fundingFee: moneyText(position.fundingFee),
  isolatedMargin: moneyText(position.isolatedMargin),
  cumOpenSize: lotsText(contract, position.cumOpenSize),
  cumOpenValue: moneyText(position.cumOpenValue),
  cumOpenFee: moneyText(position.cumOpenFee),
  cumCloseSize: lotsText(contract, position.cumCloseSize),
  cumCloseValue: moneyText(position.cumCloseValue),
  cumCloseFee: moneyText(position.cumCloseFee),
  cumFundingFee: moneyText(position.cumFunding),
  cumLiquidateFee: moneyText(position.cumLiquidationFee),
});

export const markedFigures = (reading: PositionTold) => ({
  marginSize: moneyText(marginOf(reading)),
  unrealizePnl: moneyText(unrealisedPnl(reading.contract, reading.position, reading.mark)),
  liquidatePrice: priceText(
    reading.contract,
    liquidationPrice(reading.contract, reading.liquidation),
  ),
});

/** Returns the margin: in cross margin the need at the mark, otherwise the isolated margin. */
function marginOf(reading: PositionTold): Money {
  const { contract, position, marginMode, leverage, mark } = reading;
  if (marginMode === 'isolated') return position.isolatedMargin;
  return initialMargin(notionalOf(contract, mark, position.size), leverage);
}

/** Returns a row of the sockets, without the fields that dialects name differently. */
export const socketPositionFigures = (facts: PositionFacts) => ({
  ...positionFigures(facts),
  id: String(facts.position.id),
  separatedOpenOrderId: '0' as const,
  createdMatchSequenceId: String(facts.position.openedSeq),
  updatedMatchSequenceId: String(facts.position.updatedSeq),
  createdTime: String(facts.position.openedAt),
  updatedTime: String(facts.position.updatedAt),
  autoAppendIsolatedMargin: facts.autoTopUp,
});
