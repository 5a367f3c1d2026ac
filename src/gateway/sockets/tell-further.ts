/** The private channels that are not numbered: funding, money in and out, force, and the whole. */
import type { AccountId } from '../../domain/ids.ts';
import type { Applied } from '../../venue/venue.ts';
import type { OwnChannel } from '../../wire/channels.ts';
import type { PrivatePayload } from '../../wire/socket-dialect.ts';
import { readWholeOf } from '../acts/read-account.ts';
import { overviewOf } from '../acts/read-market.ts';
import type { Edge } from '../edge.ts';
import { canceledByVenue, ledgerRows, type Notice, orderRows } from './private-notices.ts';
import { type Subscribers, tellAll } from './private-seats.ts';

type FurtherParts = { readonly edge: Pick<Edge, 'venue'> };

type Heard = Readonly<Record<OwnChannel, Subscribers>>;

export const wholePayload = (
  { edge: { venue } }: FurtherParts,
  account: AccountId,
  { at, seq }: Pick<Applied, 'at' | 'seq'>,
): PrivatePayload => ({
  event: 'PositionUpdate',
  version: seq,
  at,
  standing: () => readWholeOf(venue, account),
  markets: () => venue.read.listing.contracts().map((each) => overviewOf(venue.read, each)),
});

export function tellFurther(
  parts: FurtherParts,
  account: AccountId,
  { funding, ledger, forced, whole }: Heard,
  applied: Applied,
  notice: Notice,
): void {
  const { read } = parts.edge.venue;
  const about = wholePayload(parts, account, applied);
  if (funding.size > 0)
    for (const event of applied.events)
      if (event.kind === 'funding-paid' && event.account === account) {
        const contract = read.listing.contract(event.contract);
        tellAll(funding, (own) => own.funding?.(about, { contract, paid: event }));
      }
  if (ledger.size > 0)
    for (const moved of ledgerRows(applied, account))
      tellAll(ledger, (own) => own.ledger?.(about, moved));
  if (forced.size > 0) {
    const canceled = canceledByVenue(notice);
    const isLiquidated = applied.events.some(
      (event) => event.kind === 'liquidation-started' && event.account === account,
    );
    if (isLiquidated)
      tellAll(forced, (own) => own.forced?.(about, { kind: 'liquidation', id: applied.seq }));
    if (canceled.length > 0) {
      const orders = orderRows(read, canceled);
      tellAll(forced, (own) => own.forced?.(about, { kind: 'canceled', orders }));
    }
  }
  tellAll(whole, (own) => own.whole?.(about));
}
