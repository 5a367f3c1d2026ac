/** Reads liquidations and funding bills from the archive, to explain why money was taken. */
import type { BillRow, Window } from '../../domain/history.ts';
import type { PrivateCall } from '../call.ts';

interface WhyQuery extends Window {
  readonly limit: number;
}

export async function readLiquidations(call: PrivateCall, query: WhyQuery) {
  await call.venue.archived();
  const { rows } = await call.venue.archive.liquidations(filterOf(call, query));
  return rows;
}

/** One entry can settle several funding periods; at most this many are looked at. */
const SETTLEMENTS_MAX = 10;

/** Returns funding bills, newest first, each with the settlements that it may belong to. */
export async function readFundingBills(call: PrivateCall, query: WhyQuery) {
  const { archive } = call.venue;
  await call.venue.archived();
  const { rows } = await archive.bills({ ...filterOf(call, query), kind: 'funding' });
  const bills = await Promise.all(rows.map((bill) => withSettlements(call, bill)));
  return bills.flatMap((bill) => (bill === undefined ? [] : [bill]));
}

async function withSettlements({ venue }: PrivateCall, bill: BillRow) {
  const { contract, at: to } = bill;
  if (contract === null) return undefined;
  const { rows } = await venue.archive.funding({ contract, to, limit: SETTLEMENTS_MAX });
  return { bill, contract: venue.read.listing.contract(contract), settlements: rows };
}

const filterOf = ({ account }: PrivateCall, { from, to, limit }: WhyQuery) => ({
  account,
  from,
  to,
  limit,
});
