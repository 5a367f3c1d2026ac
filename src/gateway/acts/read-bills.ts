/** Reads movements of money, newest first, a page at a time. */
import type { BillRow } from '../../domain/history.ts';
import type { PostingKind } from '../../domain/posting.ts';
import type { BillsPage, BillsQuery } from '../../wire/parse-bills.ts';
import type { PrivateCall } from '../call.ts';

export async function readBills(call: PrivateCall, query: BillsQuery): Promise<BillsPage> {
  await call.venue.archived();
  // One name of the interface may stand for two kinds of bill, so the archive is asked for each.
  const kinds = query.kinds ?? [undefined];
  const pages = await Promise.all(kinds.map((kind) => page(call, query, kind)));
  const rows = pages.flatMap((each) => each.rows).sort(newestFirst);
  return {
    rows: rows.slice(0, query.limit),
    hasMore: rows.length > query.limit || pages.some(({ next }) => next !== null),
  };
}

const page = (call: PrivateCall, query: BillsQuery, kind: PostingKind | undefined) =>
  call.venue.archive.bills({
    account: call.account,
    contract: query.contract?.id,
    kind,
    from: query.from,
    to: query.to,
    limit: query.limit,
  });

const newestFirst = (first: BillRow, second: BillRow): number =>
  second.at - first.at || second.id - first.id;
