/** account/bills: movements of money, newest first, a page at a time. */
import type { BillRow } from '../../domain/history.ts';
import type { PostingKind } from '../../domain/posting.ts';
import type { BillsRecord } from '../../wire/v2/account-records.ts';
import { isWireError, type WireError } from '../../wire/v2/errors.ts';
import { billRecord } from '../../wire/v2/format-account.ts';
import { type BillsQuery, parseBillsQuery } from '../../wire/v2/parse-account.ts';
import type { PrivateCall } from '../call.ts';
import { contractAt } from './caller.ts';

export async function readBills(call: PrivateCall): Promise<BillsRecord | WireError> {
  const query = parseBillsQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { venue } = call;
  await venue.archived();
  // The interface has names that stand for two kinds; the archive is asked for each.
  const kinds = query.kinds ?? [undefined];
  const pages = await Promise.all(kinds.map((kind) => page(call, query, kind)));
  const rows = pages.flatMap((each) => each.rows).sort(newestFirst);
  return {
    hasNextPage: rows.length > query.limit || pages.some(({ next }) => next !== null),
    items: rows
      .slice(0, query.limit)
      .map((bill) =>
        billRecord(bill.contract === null ? null : contractAt(venue, bill.contract), bill),
      ),
  };
}

const page = (call: PrivateCall, query: BillsQuery, kind: PostingKind | undefined) =>
  call.venue.archive.bills({
    account: call.account,
    contract: query.contract?.id,
    kind,
    from: query.from ?? undefined,
    to: query.to ?? undefined,
    limit: query.limit,
  });

const newestFirst = (first: BillRow, second: BillRow): number =>
  second.at - first.at || second.id - first.id;
