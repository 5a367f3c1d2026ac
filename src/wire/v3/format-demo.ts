/** The records of the demo endpoints: those of the others, under other names. */
import type { AssetReading } from '../account-figures.ts';
import type { PositionReading } from '../position-figures.ts';
import type { Balance, PositionRow } from './account-records.ts';
import { balance, positionRow } from './format-account.ts';
import { DEMO_COIN, demoSymbolOf } from './symbol.ts';

export const demoBalance = (asset: AssetReading): Balance => ({
  ...balance(asset),
  asset: DEMO_COIN,
});

export const demoPositionRow = (reading: PositionReading): PositionRow => ({
  ...positionRow(reading),
  asset: DEMO_COIN,
  symbol: demoSymbolOf(reading.contract),
});
