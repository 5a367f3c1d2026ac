/**
 * Asks a running venue at which prices orders would rest, and whether its archive is up to date.
 */
import { setTimeout } from 'node:timers/promises';
import type { Quote } from './http-orders.ts';

/** This part of the best bid: low enough to rest, and not too far away to be accepted. */
const BELOW = 0.97;

export async function readQuotes(baseUrl: string): Promise<Quote[]> {
  const response = await fetch(`${baseUrl}/capi/v2/market/contracts`);
  const contracts: unknown = await response.json();
  if (!Array.isArray(contracts)) throw new Error('the venue lists no contracts');
  return Promise.all(
    contracts.map(async ({ symbol, minOrderSize }: { symbol: string; minOrderSize: string }) => {
      const ticker = await fetch(`${baseUrl}/capi/v2/market/ticker?symbol=${symbol}`);
      const { best_bid: bid }: { best_bid?: unknown } = JSON.parse(await ticker.text());
      const decimals = String(bid).split('.')[1]?.length ?? 0;
      return { symbol, size: minOrderSize, price: (Number(bid) * BELOW).toFixed(decimals) };
    }),
  );
}

const ASK_EVERY_MILLIS = 200;
const TRIES = 150;

/** Waits until the archive has stored earlier orders: they are not part of a steady rate. */
export async function untilStored(baseUrl: string): Promise<void> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const response = await fetch(`${baseUrl}/healthz`);
    const { archiveLag }: { archiveLag?: unknown } = JSON.parse(await response.text());
    if (archiveLag === 0) return;
    await setTimeout(ASK_EVERY_MILLIS);
  }
}
