/**
 * A new price and size for an order that rests: it keeps its id, and its place in the book if only
 * the size shrinks. Of the venue's dialects Binance's has words for it, so this call is signed in
 * that way.
 */
import type { ToldOrder } from '../../client/client.ts';
import { isCutOff } from '../client/call.ts';
import { noteCall } from '../client/call-log.ts';
import { session } from '../client/session.ts';
import { localeHeader, say } from '../shell/language.ts';

export interface OrderChange {
  readonly price: string;
  /** In all, with what is filled already. */
  readonly size: string;
}

const PATH = '/fapi/v1/order';

/** Returns why not, in the venue's words; undefined if it is done. */
export async function changeOrder(
  { id, contractId, orderSide }: ToldOrder,
  { price, size }: OrderChange,
): Promise<string | undefined> {
  const who = session.peek();
  if (who === undefined) return say('signInFirst');
  if (isCutOff.peek()) return say('linkLost');
  const symbol = contractId.replace('cmt_', '').toUpperCase();
  const asked = { symbol, orderId: id, side: orderSide, quantity: size, price };
  const query = new URLSearchParams(asked).toString();
  const signed = `${query}&timestamp=${Math.round(who.client.now())}`;
  const signature = hexOf(await (await who.sign)(signed));
  const headers = { 'X-MBX-APIKEY': who.apiKey, locale: localeHeader() };
  const call = { method: 'PUT', path: PATH, query, body: '', signed, headers };
  const answered = noteCall({ ...call, note: undefined });
  try {
    const target = `${PATH}?${signed}&signature=${signature}`;
    const response = await fetch(target, { method: 'PUT', headers, cache: 'no-store' });
    const text = await response.text();
    answered({ status: response.status, text });
    if (response.ok) return undefined;
    const { msg }: { msg?: string } = JSON.parse(text);
    return msg ?? say('venueRefused', { status: response.status });
  } catch {
    answered({ status: 0, text: '' });
    return say('venueUnreachable');
  }
}

const hexOf = (base64: string): string =>
  [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
