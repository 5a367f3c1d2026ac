/**
 * The scene of the suite: a venue in which funding has settled, whose accounts have traded, and
 * whose clock is that of this machine, because ccxt reads no other.
 */
import { BOB, BTC } from '../gateway-v2/rest-kit.ts';
import type { openCcxtKit } from './ccxt-kit.ts';
import type { Scene } from './check.ts';

const EIGHT_HOURS = 8 * 3_600_000;
const STEP = 20_000;
/** Candles begin with the first trade; the windows of them that are asked for are shorter. */
const LIVED = 15 * 60_000;

/** Its clock, and the prices of its indices: on a slow machine they would be too old meanwhile. */
export async function bringUpToDate({ catchUp, memory, venue, run }: Scene['kit']): Promise<void> {
  catchUp();
  await memory.advance(1);
  for (const { contract, index } of venue.read.listing.list())
    await run({ kind: 'set-index-price', contract: contract.id, price: index });
}

export async function setScene(open: typeof openCcxtKit): Promise<Scene> {
  const settlement = Math.floor(Date.now() / EIGHT_HOURS) * EIGHT_HOURS;
  const kit = await open(settlement - LIVED - 60_000);
  const market = { symbol: BTC, match_price: '1', order_type: '0' };
  await kit.ok('orderPlaceOrder', { ...market, size: '0.0200', type: '1' });
  await kit.ok('orderPlaceOrder', { ...market, size: '0.0100', type: '1' });
  await kit.ok('orderPlaceOrder', { ...market, size: '0.0050', type: '3' });
  await kit.memory.advance(LIVED);
  for (let passed = 0; passed < 4; passed += 1) {
    await kit.memory.advance(STEP);
    await kit.setIndex(BTC, '90000.0');
  }
  await bringUpToDate(kit);
  const [alice, bob, stream] = [
    await kit.exchangeOf(),
    await kit.exchangeOf(BOB),
    await kit.streamOf(BOB),
  ];
  const demo = await kit.exchangeOf(BOB);
  demo.setSandboxMode(true);
  await Promise.all([alice, bob, stream, demo].map((exchange) => exchange.loadMarkets()));
  return { kit, alice, bob, stream, demo };
}
