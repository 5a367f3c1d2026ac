/** What only this venue answers: margin tiers, and why money or a position was taken. */
import type { BillRow, FundingRow } from '../../domain/history.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { parseWindow } from '../../wire/parse-window.ts';
import { type Fields, readRequest } from '../../wire/read-request.ts';
import {
  FUNDING_ENDPOINT,
  LIQUIDATIONS_ENDPOINT,
  TIERS_ENDPOINT,
  WHY_QUERY,
} from '../../wire/v2/extension-endpoints.ts';
import type { FundingPaymentRecord, LiquidationRecord } from '../../wire/v2/extension-records.ts';
import { fundingPaymentRecord, liquidationRecord, tiersRecord } from '../../wire/v2/format-why.ts';
import { parseContractsQuery } from '../../wire/v2/parse-market-query.ts';
import type { PrivateCall } from '../call.ts';
import type { PrivateRoute, PublicRoute } from '../route.ts';

export const TIERS: PublicRoute = {
  endpoint: TIERS_ENDPOINT,
  handler: ({ venue, findContract, fields }) => {
    const query = parseContractsQuery(findContract, fields);
    if (isWireError(query)) return query;
    return (query.contract === null ? venue.read.listing.contracts() : [query.contract]).map(
      tiersRecord,
    );
  },
};

export const LIQUIDATIONS: PrivateRoute = {
  endpoint: LIQUIDATIONS_ENDPOINT,
  handler: async ({ venue, account, fields }): Promise<LiquidationRecord[] | WireError> => {
    const query = parseWhyQuery(fields);
    if (isWireError(query)) return query;
    await venue.archived();
    const { rows } = await venue.archive.liquidations({ account, ...query });
    return rows.map((row) => liquidationRecord((id) => venue.read.listing.contract(id), row));
  },
};

export const FUNDING: PrivateRoute = {
  endpoint: FUNDING_ENDPOINT,
  handler: async (call): Promise<FundingPaymentRecord[] | WireError> => {
    const query = parseWhyQuery(call.fields);
    if (isWireError(query)) return query;
    const { venue, account } = call;
    await venue.archived();
    const { rows } = await venue.archive.bills({ account, kind: 'funding', ...query });
    const records = await Promise.all(rows.map((bill) => explain(call, bill)));
    return records.flatMap((record) => (record === undefined ? [] : [record]));
  },
};

/** How many settlements one entry may have caught up with. */
const SETTLEMENTS_MAX = 10;

async function explain(
  { venue }: PrivateCall,
  bill: BillRow,
): Promise<FundingPaymentRecord | undefined> {
  if (bill.contract === null) return undefined;
  const contract = venue.read.listing.contract(bill.contract);
  const { rows } = await venue.archive.funding({
    contract: bill.contract,
    to: bill.at,
    limit: SETTLEMENTS_MAX,
  });
  const explained = rows.map((settled: FundingRow) =>
    fundingPaymentRecord(contract, bill, settled),
  );
  return explained.find(({ size }) => size !== null) ?? explained[0];
}

function parseWhyQuery(fields: Fields) {
  const request = readRequest(WHY_QUERY, fields);
  if (isWireError(request)) return request;
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  return {
    from: window.from ?? undefined,
    to: window.to ?? undefined,
    limit: request.limit ?? 20,
  };
}
