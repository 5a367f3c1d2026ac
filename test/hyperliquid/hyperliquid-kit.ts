/** The Hyperliquid dialect on the server of version 2, for one-way accounts with addresses. */
import * as hl from '@nktkas/hyperliquid';
import { expect } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { ENDPOINTS } from '../../src/gateway/hyperliquid/calls.ts';
import { type ClientKit, openClientKit } from '../binance/clients/client-kit.ts';
import { expectSchema } from '../gateway-v2/kit-endpoints.ts';
import type { Anything, KitSettings } from '../gateway-v2/rest-kit.ts';
import { newWallet, type Wallet } from './wallet.ts';

export interface Seat {
  readonly account: AccountId;
  readonly wallet: Wallet;
  readonly info: hl.InfoClient;
  readonly exchange: hl.ExchangeClient;
}

export interface HyperliquidKit extends ClientKit {
  readonly url: string;
  /** A one-way account with ten thousand. */
  readonly seat: () => Promise<Seat>;
  readonly transport: hl.HttpTransport;
  /** A body as it is, to `info` or `exchange`. */
  readonly post: (door: string, body: string | object) => Promise<Posted>;
  /** Must succeed, and have the shape that the endpoint promises. */
  readonly ask: (type: string, fields?: object) => Promise<Anything>;
}

export interface Posted {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly json: Anything;
}

export async function openHyperliquidKit(settings: KitSettings = {}): Promise<HyperliquidKit> {
  const kit = await openClientKit(settings);
  const url = `http://127.0.0.1:${kit.port}/hl`;
  const transport = new hl.HttpTransport({ apiUrl: `${url}/` });
  const post: HyperliquidKit['post'] = async (door, body) => {
    const response = await fetch(`${url}/${door}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    const isJson = type?.startsWith('application/json') === true;
    return { status: response.status, type, text, json: isJson ? JSON.parse(text) : undefined };
  };
  return {
    ...kit,
    url,
    transport,
    post,
    ask: async (type, fields = {}) => {
      const { status, text, json } = await post('info', { type, ...fields });
      expect(status, `${type}: ${text}`).toBe(200);
      const endpoint = ENDPOINTS.find(({ path }) => path === `/hl/info/${type}`)!;
      expectSchema(endpoint.response, json, type);
      return json;
    },
    seat: async () => {
      const account = await kit.openAccount('net');
      const wallet = newWallet();
      await giveAddress(kit, account, wallet);
      const exchange = new hl.ExchangeClient({ transport, wallet: wallet as Anything });
      return { account, wallet, exchange, info: new hl.InfoClient({ transport }) };
    },
  };
}

export const giveAddress = (
  kit: Pick<ClientKit, 'keys'>,
  account: AccountId,
  { address }: Wallet,
) =>
  kit.keys.create({
    key: address,
    account,
    name: 'address',
    permissions: ['read', 'trade'],
    allowlist: null,
    dialects: ['hyperliquid'],
    passphrase: null,
    expiresAt: null,
  });
