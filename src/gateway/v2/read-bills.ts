/** account/bills: movements of money, newest first, a page at a time. */
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { BillsRecord } from '../../wire/v2/account-records.ts';
import { billRecord } from '../../wire/v2/format-account.ts';
import { parseBillsQuery } from '../../wire/v2/parse-account.ts';
import { readBills } from '../acts/read-bills.ts';
import type { PrivateCall } from '../call.ts';

export async function bills(call: PrivateCall): Promise<BillsRecord | WireError> {
  const query = parseBillsQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { rows, hasMore } = await readBills(call, query);
  return {
    hasNextPage: hasMore,
    items: rows.map((bill) =>
      billRecord(
        bill.contract === null ? null : call.venue.read.listing.contract(bill.contract),
        bill,
      ),
    ),
  };
}
