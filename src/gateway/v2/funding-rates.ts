/**
 * An endpoint that programs call and no document of the interface names: the funding rates of every
 * contract, whatever contract is asked for, each under the names of its coins.
 */
import { FUNDING_RATES_ENDPOINT } from '../../wire/v2/extension-endpoints.ts';
import { currentFundingRecord } from '../../wire/v2/format-market.ts';
import type { FundingRateRecord } from '../../wire/v2/market-records.ts';
import type { Call } from '../call.ts';
import type { PublicRoute } from '../route.ts';

export const FUNDING_RATES: PublicRoute = {
  endpoint: FUNDING_RATES_ENDPOINT,
  handler: ({ venue }: Call): FundingRateRecord[] =>
    venue.read.listing.contracts().map((contract) => ({
      ...currentFundingRecord(contract, venue.read.market.funding(contract.id), venue.read.now()),
      baseCurrency: `${contract.base}_${contract.quote}`,
      symbol: null,
    })),
};
