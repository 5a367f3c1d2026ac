/** account/assets: the equity of the account, and the free part of it. */
import type { Static } from 'typebox';
import { type AssetReading, assetFigures } from '../../account-figures.ts';
import { everything } from '../../contract-query.ts';
import { decimal, list, record, text } from '../../record-field.ts';
import { COIN_NAME } from '../../words.ts';
import { ownGet } from '../endpoint.ts';

const ASSET_RECORD = record({
  coinName: text('The coin', 'USDT'),
  available: decimal('Free for new orders', '5413.06877369'),
  equity: decimal('Everything, unrealised results included', '5696.49288823'),
  frozen: decimal('Held by working orders', '81.28240000'),
  unrealizePnl: decimal('Sum of unrealised results', '-34.55168000'),
});
export type AssetRecord = Static<typeof ASSET_RECORD>;

export const assetRecord = (asset: AssetReading): AssetRecord => ({
  coinName: COIN_NAME,
  ...assetFigures(asset),
});

export const ASSETS = ownGet([5, 10], {
  id: 'accountAssets',
  path: '/account/assets',
  ...everything(),
  response: list(ASSET_RECORD),
  summary: 'Assets',
  text: 'Equity is cash plus unrealised results. Unrealised profit is available for new orders.',
  format: (asset: AssetReading) => [assetRecord(asset)],
});
