/** The auditor can fail: orders, the book and what trades in it. */

import { expect, test } from 'vitest';
import { NO_SLOT, takeLots } from '../../src/book/book.ts';
import type { Entry } from '../../src/domain/command.ts';
import { lots, money, ticks, toBigInt } from '../../src/domain/units.ts';
import {
  changing,
  complaintAbout,
  desksOf,
  dropping,
  placementOf,
  repeating,
  spoiling,
} from './sabotage.ts';

test('[SIM-1] a fill that is not told is seen', () => {
  const complaint = complaintAbout({ after: dropping('fill-settled') });
  expect(complaint).toBeDefined();
});

test('[SIM-1] a trade told twice is seen', () => {
  const complaint = complaintAbout({ after: repeating('fill-settled') });
  expect(complaint?.rule).toMatch(/16 status|19 ids/);
});

test('[SIM-1] a fill away from the price of the maker is seen', () => {
  const after = changing('fill-settled', ({ venue, price, value }) =>
    venue === 'book'
      ? {
          price: ticks(price + 1),
          value: money((toBigInt(value) / BigInt(price)) * BigInt(price + 1)),
        }
      : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('14 price');
});

test('[SIM-1] a value that is not price times size is seen', () => {
  const after = changing('fill-settled', ({ value }) => ({ value: money(toBigInt(value) + 1n) }));
  expect(complaintAbout({ after })?.rule).toBe('12 trade');
});

test('[SIM-1] a younger order that trades first is seen', () => {
  const sabotage = spoiling(({ events, model }) => {
    const fill = events.find((event) => event.kind === 'fill-settled');
    if (fill?.venue !== 'book') return false;
    const contract = model.contracts[fill.contract];
    const queue = fill.takerSide === 'buy' ? contract?.asks : contract?.bids;
    const [first, second] = queue ?? [];
    if (first?.id !== fill.maker.order || first.working !== second?.working) return false;
    queue?.splice(0, 2, second, first);
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('11 priority');
});

test('[SIM-1] a trade inside a team is seen', () => {
  const sabotage = spoiling(({ events, model }) => {
    const fill = events.find((event) => event.kind === 'fill-settled');
    if (fill?.venue !== 'book') return false;
    for (const { account } of [fill.maker, fill.taker]) {
      const known = model.accounts.get(account);
      if (known !== undefined) known.terms = { ...known.terms, team: 'secret' };
    }
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('20 self-trade');
});

test('[SIM-1] a book that lacks lots is seen', () => {
  const sabotage = spoiling(({ state }) => {
    const order = [...state.orders.values()].find(
      ({ slot, size, filled }) => slot !== NO_SLOT && size - filled > 1,
    );
    if (order !== undefined) takeLots(order.desk.listing.book, order.slot, lots(1));
    return order !== undefined;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('10 book');
});

test('[SIM-1] an order that rests across the book is seen', () => {
  const sabotage = spoiling(({ events, model }) => {
    const rested = events.find((event) => event.kind === 'order-rested');
    const contract = model.contracts[rested?.contract ?? 0];
    const opposite = rested?.side === 'buy' ? contract?.asks[0] : contract?.bids[0];
    if (rested === undefined || opposite === undefined || events.indexOf(rested) > 1) return false;
    opposite.working = rested.price;
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('9 crossed');
});

test('[SIM-1] an immediate order that rests is seen', () => {
  const complaint = complaintAbout({
    after: ({ entry, events }) => {
      const placed = placementOf(entry);
      const accepted = events.find((event) => event.kind === 'order-accepted');
      if (placed === null || placed.price === null || accepted === undefined) return undefined;
      if (!events.some((event) => event.kind === 'order-rested')) return undefined;
      const command = { ...placed, timeInForce: 'ioc' } as const;
      const spoiled: Entry = { ...entry, command };
      const place = events.indexOf(accepted);
      return {
        entry: spoiled,
        events: events.with(place, { ...accepted, timeInForce: 'ioc' }),
      };
    },
  });
  expect(complaint?.rule).toBe('21 time in force');
});

test('[SIM-1] an order that ends twice is seen', () => {
  const complaint = complaintAbout({ after: repeating('order-canceled') });
  expect(complaint?.rule).toBe('16 status');
});

test('[SIM-1] an order number that goes back is seen', () => {
  const sabotage = spoiling(({ model, events }) => {
    if (!events.some((event) => event.kind === 'order-accepted')) return false;
    model.lastOrder = 1_000_000;
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('19 ids');
});

test('[SIM-1] lots locked twice are seen', () => {
  const sabotage = spoiling((spot) => {
    const desk = desksOf(spot).find(({ long }) => long.closing > 0);
    if (desk !== undefined) desk.long.closing = lots(desk.long.closing + 1);
    return desk !== undefined;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('7 locked');
});

test('[SIM-1] a working price outside the band is seen', () => {
  const after = changing('order-accepted', ({ origin, trigger, workingPrice }) =>
    origin === 'trader' && trigger === null ? { workingPrice: workingPrice + 1 } : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('BND-1');
});

test('[SIM-1] a repeated client order id that answers with another order is seen', () => {
  const after = changing('order-repeated', ({ order }) => ({ order: order + 1 }));
  expect(complaintAbout({ after }, 13)?.rule).toBe('18 client order id');
});

test('[SIM-1] a placement without an answer is seen', () => {
  const complaint = complaintAbout({
    after: ({ entry, events }) =>
      placementOf(entry) !== null && events.at(-1)?.kind === 'command-rejected'
        ? { events: events.slice(0, -1) }
        : undefined,
  });
  expect(complaint?.rule).toBe('CHK');
});

test('[SIM-1] exits that close more than their order opened are seen', () => {
  const sabotage = spoiling(({ model, events }) => {
    if (events.length > 0) return false;
    const exit = [...model.orders.values()].find(
      ({ parent, status, size }) => parent !== 0 && status === 'untriggered' && size > 0,
    );
    const family = model.families.get(exit?.parent ?? 0);
    if (family !== undefined) family.exited += family.filled;
    return family !== undefined;
  });
  expect(complaintAbout(sabotage, 10)?.rule).toBe('30 pair');
});
