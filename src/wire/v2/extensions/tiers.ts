/** perpetua/tiers: the margin tiers of contracts. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { anyContract } from '../../contract-query.ts';
import { formatPpm, formatShort } from '../../quantity.ts';
import { decimal, integer, list, record, text } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const TIERS_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  tiers: list(
    record({
      notionalMax: decimal('Value up to which the tier reaches', '1000.00000000'),
      maxLeverage: integer('Highest leverage in it', 100),
      maintenanceRate: decimal('Maintenance rate in it', '0.004'),
    }),
  ),
});
export type TiersRecord = Static<typeof TIERS_RECORD>;

const tiersRecord = (contract: Contract): TiersRecord => ({
  symbol: contract.symbol,
  tiers: contract.tiers.map(({ notionalMax, leverageMax, maintenanceRate }) => ({
    notionalMax: formatShort(notionalMax, 8),
    maxLeverage: leverageMax,
    maintenanceRate: formatPpm(maintenanceRate),
  })),
});

export const TIERS = openGet(10, {
  id: 'perpetuaTiers',
  path: '/perpetua/tiers',
  ...anyContract(),
  response: list(TIERS_RECORD),
  summary: 'Margin tiers of contracts',
  text:
    'By the value of a position: the highest leverage, and the rate at which maintenance grows ' +
    'within each tier, as an income tax does.',
  format: (contracts: readonly Contract[]) => contracts.map(tiersRecord),
});
