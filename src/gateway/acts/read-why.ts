/** Why money or a position was taken: what the archive knows of liquidations and of funding. */
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

/** How many settlements one entry may have caught up with. */
const SETTLEMENTS_MAX = 10;

/** The bills of funding, each with the settlements that it may belong to, newest first. */
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
