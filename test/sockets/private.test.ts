import { expect, test } from 'vitest';
import { lots, millis, money } from '../../src/domain/units.ts';
import {
  accountRow,
  heldPositions,
  livingRows,
} from '../../src/gateway/sockets/private-notices.ts';
import { socketAccount, socketOrder, socketPosition } from '../../src/wire/v2/format-socket.ts';
import { MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import { turns } from '../venue/open-gated.ts';
import { type Anything, type Client, openSocketKit } from './socket-kit.ts';

const CHANNELS = ['account', 'positions', 'orders', 'fill'];

const subscribeAll = async (client: Client): Promise<void> => {
  for (const channel of CHANNELS) await client.subscribe(channel);
};

const messages = (client: Client): Anything[] =>
  client.frames.filter(({ event }) => event === 'payload').map(({ msg }) => msg);

const changesOf = (client: Client): Anything[] =>
  messages(client).filter(({ msgEvent }) => msgEvent !== 'Snapshot');

test('[SOCK-9] a channel begins with how things stand, fills with the next', async () => {
  const { venue, issue, connectAs } = await openSocketKit();
  const issued = await issue(traderAt(0));
  await venue.submit(orderOf(traderAt(0), 'long', MIDDLE));
  await venue.submit(orderOf(traderAt(1), 'short', MIDDLE));
  await venue.submit(orderOf(traderAt(0), 'long', MIDDLE - 50));
  const client = await connectAs(issued);
  await subscribeAll(client);
  await client.settle();
  const held = [...heldPositions(venue.read, traderAt(0)).values()];
  expect(held).toHaveLength(1);
  const rows = livingRows(venue.read, traderAt(0), 10).map(({ contract, tracked }) =>
    socketOrder(contract, tracked),
  );
  expect(rows).toHaveLength(1);
  expect(messages(client).map(({ data }) => data)).toEqual([
    { collateral: [socketAccount(accountRow(venue.read, traderAt(0)))] },
    { position: held.map(socketPosition) },
    { order: rows },
  ]);
  for (const { msgEvent } of messages(client)) expect(msgEvent).toBe('Snapshot');
});

test('[SOCK-10] the owner hears of orders, fills, positions and money', async () => {
  const { venue, issue, connectAs } = await openSocketKit();
  const [owner, other, stranger] = await Promise.all(
    [0, 1, 2].map(async (place) => connectAs(await issue(traderAt(place)))),
  );
  for (const client of [owner!, other!, stranger!]) await subscribeAll(client);
  await venue.submit(orderOf(traderAt(0), 'long', MIDDLE));
  await venue.submit(orderOf(traderAt(1), 'short', MIDDLE));
  for (const client of [owner!, other!, stranger!]) await client.settle();
  const namesOf = (client: Client) => changesOf(client).map(({ data }) => Object.keys(data)[0]);
  expect(namesOf(owner!)).toEqual([
    'order',
    'order',
    'orderFillTransaction',
    'position',
    'collateral',
  ]);
  expect(namesOf(other!)).toEqual(['order', 'orderFillTransaction', 'position', 'collateral']);
  expect(changesOf(stranger!)).toEqual([]);
  const [placed, filled, fill, position, account] = changesOf(owner!);
  expect(placed.data.order[0]).toMatchObject({ status: 'OPEN', cumFillSize: '0' });
  expect(filled.data.order[0]).toMatchObject({ status: 'FILLED', id: placed.data.order[0].id });
  expect(fill.data.orderFillTransaction[0]).toMatchObject({
    orderId: placed.data.order[0].id,
    direction: 'MAKER',
    orderSide: 'BUY',
    positionSide: 'LONG',
    marginMode: 'SHARED',
    fillSize: '0.0001',
  });
  const held = [...heldPositions(venue.read, traderAt(0)).values()];
  expect(position.data.position).toEqual(held.map(socketPosition));
  expect(account.data.collateral).toEqual([socketAccount(accountRow(venue.read, traderAt(0)))]);
  expect(account.time).toBe(venue.read.at());
});

test('[SOCK-10] every connection of an account hears the same', async () => {
  const { venue, issue, connectAs } = await openSocketKit();
  const issued = await issue(traderAt(0));
  const [one, two] = await Promise.all([connectAs(issued), connectAs(issued)]);
  await Promise.all([subscribeAll(one!), subscribeAll(two!)]);
  await venue.submit({ kind: 'deposit', account: traderAt(0), amount: money(5n) });
  await venue.submit({ kind: 'withdraw', account: traderAt(0), amount: money(5n) });
  await Promise.all([one!.settle(), two!.settle()]);
  expect(changesOf(one!).map(({ msgEvent }) => msgEvent)).toEqual([
    'DepositUpdate',
    'WithdrawUpdate',
  ]);
  expect(changesOf(two!)).toEqual(changesOf(one!));
});

test('[SOCK-11] versions of an account rise by one, and are not reused after a pause', async () => {
  const { venue, issue, connectAs, clock } = await openSocketKit();
  const issued = await issue(traderAt(0));
  const client = await connectAs(issued);
  await subscribeAll(client);
  const first = messages(client)[0].version;
  for (let at = 0; at < 20; at += 1) {
    await venue.submit(orderOf(traderAt(0), at % 3 === 0 ? 'short' : 'long', MIDDLE));
    await venue.submit(orderOf(traderAt(1), at % 3 === 0 ? 'long' : 'short', MIDDLE));
    clock.advance(1);
  }
  await venue.submit({ kind: 'close-positions', account: traderAt(0), contract: null });
  await venue.submit({
    kind: 'set-leverage',
    account: traderAt(0),
    contract: orderOf(traderAt(0), 'long', MIDDLE).contract,
    marginMode: 'cross',
    longLeverage: 7,
    shortLeverage: 7,
  });
  await client.settle();
  const versions = changesOf(client).map(({ version }) => version);
  expect(versions.length).toBeGreaterThan(60);
  expect(versions).toEqual(versions.map((_, place) => first + 1 + place));
  client.socket.close();
  await client.closed;
  await venue.submit(orderOf(traderAt(0), 'long', MIDDLE - 30));
  const again = await connectAs(issued);
  await again.subscribe('orders');
  await again.settle();
  expect(messages(again)[0].version).toBeGreaterThan(versions.at(-1));
});

test('[SOCK-12] a position that is gone is told once more, with a size of 0', async () => {
  const { venue, issue, connectAs } = await openSocketKit();
  const client = await connectAs(await issue(traderAt(0)));
  await client.subscribe('positions');
  await venue.submit({ ...orderOf(traderAt(0), 'long', MIDDLE), size: lots(4) });
  await venue.submit({ ...orderOf(traderAt(1), 'short', MIDDLE), size: lots(4) });
  await venue.submit({ ...orderOf(traderAt(1), 'long', MIDDLE), size: lots(4) });
  const close = orderOf(traderAt(0), 'long', MIDDLE);
  await venue.submit({ ...close, effect: 'close', size: lots(4) });
  await venue.submit({ ...orderOf(traderAt(0), 'short', MIDDLE - 9), size: lots(4) });
  await client.settle();
  const rows = changesOf(client).flatMap(({ data }) => data.position);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ side: 'LONG', size: '0.0004', cumCloseSize: '0' });
  expect(rows[1]).toMatchObject({ id: rows[0].id, size: '0', cumCloseSize: '0.0004' });
});

test('[SOCK-13] an event is told only when it is durable', async () => {
  const { venue, journal, issue, connectAs } = await openSocketKit();
  const client = await connectAs(await issue(traderAt(0)));
  await subscribeAll(client);
  journal.hold();
  let isAcknowledged = false;
  const acknowledged = venue.submit(orderOf(traderAt(0), 'long', MIDDLE - 5)).then(() => {
    isAcknowledged = true;
  });
  await turns(50);
  await client.settle();
  expect(isAcknowledged).toBe(false);
  expect(changesOf(client)).toEqual([]);
  journal.release();
  await acknowledged;
  const told = await client.heard(({ msg }) => msg?.msgEvent === 'OrderUpdate');
  expect(told.msg.data.order[0]).toMatchObject({ status: 'OPEN' });
  expect(venue.read.at()).toBe(millis(told.msg.time));
});

test('[SOCK-10] funding is told under its own name', async () => {
  const { venue, clock, issue, connectAs } = await openSocketKit();
  const client = await connectAs(await issue(traderAt(0)));
  await subscribeAll(client);
  await venue.submit({ ...orderOf(traderAt(0), 'long', MIDDLE), size: lots(40) });
  await venue.submit({ ...orderOf(traderAt(1), 'short', MIDDLE), size: lots(40) });
  const { contract } = orderOf(traderAt(0), 'long', MIDDLE);
  // A bid far above the index, so that longs pay.
  await venue.submit({ ...orderOf(traderAt(2), 'long', MIDDLE + 500), size: lots(2_000) });
  await venue.submit({ ...orderOf(traderAt(3), 'short', MIDDLE + 600), size: lots(2_000) });
  clock.advance(8 * 3_600_000 - 60_000);
  for (let sample = 0; sample < 13; sample += 1) {
    const { index } = venue.read.market.prices(contract);
    await venue.submit({ kind: 'set-index-price', contract, price: index });
    clock.advance(5_000);
  }
  const told = (channel: string) =>
    client.heard(
      (frame) => frame.channel === channel && frame.msg?.msgEvent === 'PositionFundingSettle',
    );
  const position = (await told('positions')).msg.data.position[0];
  const account = (await told('account')).msg.data.collateral[0];
  expect(Number(position.cumFundingFee)).toBeGreaterThan(0);
  expect(Number(account.cumPositionFundingAmount)).toBe(-Number(position.cumFundingFee));
});
