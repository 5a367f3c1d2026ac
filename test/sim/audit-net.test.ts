/** The auditor can fail: accounts in net mode. */

import { expect, test } from 'vitest';
import { lots, money, NO_MONEY, toBigInt } from '../../src/domain/units.ts';
import { changing, complaintAbout, type Spoiled, type Spot, spoiling } from './sabotage.ts';

test('[SIM-1] an order that turned without being told is seen', () => {
  // One that turns again, or ends in the same entry, leaves no trace.
  const after = ({ events, state }: Spot): Spoiled => {
    const place = events.findLastIndex((event) => event.kind === 'order-turned');
    const event = events[place];
    if (event?.kind !== 'order-turned' || !state.orders.has(event.order)) return undefined;
    return { events: events.toSpliced(place, 1) };
  };
  expect(complaintAbout({ after })?.rule).toMatch(/NET-5|6 frozen|24 opening/);
});

test('[SIM-1] an order that is told to open other lots is seen', () => {
  const after = changing('order-turned', ({ opening }) => ({ opening: lots(opening + 1) }));
  expect(complaintAbout({ after })?.rule).toBe('NET-4');
});

test('[SIM-1] a turned order that freezes too little is seen', () => {
  const after = changing('order-turned', ({ frozen }) =>
    frozen > NO_MONEY ? { frozen: money(toBigInt(frozen) - 1n) } : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('6 frozen');
});

test('[SIM-1] a fill that turned a position and tells of one part is seen', () => {
  const after = changing('fill-settled', ({ taker }) =>
    taker.closed === null ? undefined : { taker: { ...taker, closed: null } },
  );
  expect(complaintAbout({ after })?.rule).toBe('NET-2');
});

test('[SIM-1] a closed part of another size is seen', () => {
  const after = changing('fill-settled', ({ taker }) => {
    const { closed } = taker;
    if (closed === null) return undefined;
    return { taker: { ...taker, closed: { ...closed, size: lots(closed.size + 1) } } };
  });
  expect(complaintAbout({ after })?.rule).toBe('NET-2');
});

test('[SIM-1] an order that ends as reduce-only and is none is seen', () => {
  const after = changing('order-canceled', ({ reason, order }, { model }) => {
    const known = model.orders.get(order);
    const isPlain = known?.positionMode === 'net' && known.effect === 'open';
    return reason === 'user' && isPlain && known.status === 'open'
      ? { reason: 'reduce-only' }
      : undefined;
  });
  expect(complaintAbout({ after })?.rule).toBe('NET-7');
});

test('[SIM-1] a covered order that is called uncovered is seen', () => {
  const after = changing('order-canceled', ({ reason, order }, { model }) => {
    const known = model.orders.get(order);
    const isPlain = known?.positionMode === 'net' && known.effect === 'open';
    return reason === 'user' && isPlain && known.status === 'open'
      ? { reason: 'uncovered' }
      : undefined;
  });
  expect(complaintAbout({ after })?.rule).toBe('NET-4');
});

test('[SIM-1] a mode that changed by itself is seen', () => {
  const sabotage = spoiling(({ state }) => {
    const account = state.accounts.find((each) => each?.positionMode === 'net');
    if (account === undefined) return false;
    account.positionMode = 'hedge';
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('NET-1');
});
