/** The endpoints that only this venue has, under a name of their own. */
import { Type } from 'typebox';
import { integerField, momentField } from '../field.ts';
import { list } from '../record-field.ts';
import { openGetRow as openGet, ownGetRow as ownGet } from './endpoint.ts';
import { FUNDING_PAYMENT_RECORD, LIQUIDATION_RECORD, TIERS_RECORD } from './extension-records.ts';
import { FUNDING_RATE_RECORD } from './market-records.ts';
import { OPTIONAL_SYMBOL_QUERY } from './market-requests.ts';

export const WHY_QUERY = Type.Object({
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
  limit: Type.Optional(
    integerField({ description: 'How many records.', default: 20, min: 1, max: 100 }),
  ),
});

export const TIERS_ENDPOINT = openGet(10, {
  id: 'perpetuaTiers',
  path: '/perpetua/tiers',
  request: OPTIONAL_SYMBOL_QUERY,
  response: list(TIERS_RECORD),
  summary: 'Margin tiers of contracts',
  text:
    'By the value of a position: the highest leverage, and the rate at which maintenance grows ' +
    'within each tier, as an income tax does.',
});

export const LIQUIDATIONS_ENDPOINT = ownGet([5, 10], {
  id: 'perpetuaLiquidations',
  path: '/perpetua/liquidations',
  request: WHY_QUERY,
  response: list(LIQUIDATION_RECORD),
  summary: 'Why one was liquidated or deleveraged',
  text: 'Every step with all numbers that went into it, newest first.',
});

export const FUNDING_ENDPOINT = ownGet([5, 10], {
  id: 'perpetuaFunding',
  path: '/perpetua/funding',
  request: WHY_QUERY,
  response: list(FUNDING_PAYMENT_RECORD),
  summary: 'Why one paid or received funding',
  text:
    'Payment = size × mark × rate, payers rounded up. Newest first. The size is the one that ' +
    'gives exactly this payment; null where it cannot be told.',
});

/** Programs call it and no document names it. */
export const FUNDING_RATES_ENDPOINT = openGet(1, {
  id: 'marketFundingRates',
  path: '/market/funding_rate',
  request: OPTIONAL_SYMBOL_QUERY,
  response: list(FUNDING_RATE_RECORD),
  summary: 'Funding rates of all contracts',
  text: 'Whatever contract is asked for. Prefer `market/currentFundRate`.',
});
