import { expect, test } from 'vitest';
import { shippedContracts } from '../../../../test/kit/contracts.ts';
import { usdt } from '../../../../test/kit/driver.ts';
import { callerOf, playMarket } from '../../../../test/wire/played-market.ts';
import { money } from '../../../domain/units.ts';
import { EXCHANGE_INFO } from './exchange-info.ts';

test('[BNC-31] the smallest value of an order is that of the contract', () => {
  const contracts = shippedContracts().map((contract) => ({
    contract: { ...contract, notionalMin: money(usdt('5.5')) },
    isHalted: false,
  }));
  const told = EXCHANGE_INFO.format(contracts, { contract: null }, callerOf(playMarket()));
  const { symbols } = told as { symbols: { filters: { filterType: string }[] }[] };
  for (const { filters } of symbols)
    expect(filters.find(({ filterType }) => filterType === 'MIN_NOTIONAL')).toEqual({
      filterType: 'MIN_NOTIONAL',
      notional: '5.5',
    });
});
