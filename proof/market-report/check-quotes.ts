/**
 * Holds every entry against two promises. Nobody trades against a quote of the house that is older
 * than the newest published price of its contract. And when a published price has moved far, no
 * other contract has quotes of the house that are older than that move.
 */
import { assert } from '../../src/domain/assert.ts';
import type { Entry } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { getAccount, type VenueState } from '../../src/engine/state.ts';
import { NEWS_PPM } from '../../src/market/due.ts';

/** What was published of a contract, in which entry, and in which the house quoted it anew. */
interface Seen {
  price: number;
  publishedIn: number;
  quotedIn: number;
}

export type QuoteCheck = (entry: Entry, events: readonly Event[], state: VenueState) => void;

/** To be called with every entry, right after it was applied. */
export function createQuoteCheck(): QuoteCheck {
  const seen: Seen[] = [];
  return ({ seq, command }, events, state) => {
    for (const { contract } of state.listings)
      seen[contract.id] ??= { price: 0, publishedIn: 0, quotedIn: 0 };
    let newsIn: number | undefined;
    const items = command.kind === 'batch' ? command.commands : [command];
    // Whoever's price comes with a beat is quoted anew in it, after all prices.
    const isBeat = items[0]?.kind === 'market-beat';
    for (const item of items) {
      if (item.kind !== 'set-index-price') continue;
      const row = seen[item.contract]!;
      // The market remembers prices to a tenth of a millionth.
      if (row.price > 0 && Math.abs(item.price / row.price - 1) * 1e6 > NEWS_PPM + 1)
        newsIn = item.contract;
      Object.assign(row, { price: item.price, publishedIn: seq });
      // A halted contract is not: its quotes are taken back.
      if (isBeat && state.listings[item.contract]?.halted === false) row.quotedIn = seq;
    }
    for (const event of events) {
      if (event.kind !== 'fill-settled' || event.venue !== 'book') continue;
      if (getAccount(state, event.maker.account).role !== 'house') continue;
      const { publishedIn, quotedIn } = seen[event.contract]!;
      assert(quotedIn >= publishedIn, 'a quote is older than the published price', seq);
    }
    if (newsIn !== undefined)
      seen.forEach(({ quotedIn }, place) => {
        const isNew = quotedIn === seq || !hasQuotes(state, place);
        assert(isNew, 'quotes outlive the news', `entry ${seq}, contract ${place}`);
      });
  };
}

const hasQuotes = ({ accounts }: VenueState, contract: number): boolean =>
  accounts.some(
    (account) =>
      account?.role === 'house' && (account.desks[contract]?.working.first ?? null) !== null,
  );
