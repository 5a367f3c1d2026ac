/**
 * An endpoint that programs call and no document names: the funding rates of every contract,
 * whatever contract is asked for, each under the names of its coins.
 */
import { contractsAt, fundingAt, venueTime } from '../../venue/read-market.ts';
import { openGet } from '../../wire/v2/endpoint.ts';
import { currentFundingRecord } from '../../wire/v2/format-market.ts';
import { CURRENT_FUNDING_RECORD } from '../../wire/v2/market-records.ts';
import { OPTIONAL_SYMBOL_QUERY } from '../../wire/v2/market-requests.ts';
import { list } from '../../wire/v2/record-field.ts';
import type { Call } from '../call.ts';
import type { PublicRoute } from '../route.ts';

export const FUNDING_RATES: PublicRoute = {
  endpoint: openGet(1, {
    id: 'marketFundingRates',
    path: '/market/funding_rate',
    request: OPTIONAL_SYMBOL_QUERY,
    response: list(CURRENT_FUNDING_RECORD),
    summary: 'Funding rates of all contracts (undocumented name)',
    text: 'As `market/currentFundRate` without a symbol.',
  }),
  handler: ({ venue }: Call) =>
    contractsAt(venue).map((contract) => ({
      ...currentFundingRecord(contract, fundingAt(venue, contract.id), venueTime(venue)),
      baseCurrency: `${contract.base}_${contract.quote}`,
      symbol: null,
    })),
};
