/** The Binance USDⓈ-M dialect on the server of version 2: every answer is held to its schema. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { ENDPOINTS } from '../../src/gateway/binance/calls.ts';
import type { IssuedKey } from '../../src/gateway/keys/key-store.ts';
import { expectSchema } from '../gateway-v2/kit-endpoints.ts';
import {
  ALICE,
  type Anything,
  type Fields,
  type KitSettings,
  openRestKit,
  type Received,
  type RestKit,
  type Sent,
} from '../gateway-v2/rest-kit.ts';

export type Method = Sent['method'];

export interface BinanceKit extends RestKit {
  /** Signed by an account; a path like `order` is under `/fapi/v1`. Fields go into the query. */
  readonly ask: (
    method: Method,
    path: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<Received>;
  /** Must succeed, and have the shape that the endpoint promises. */
  readonly does: (
    method: Method,
    path: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<Anything>;
  /** Must fail with this code; answers with the message. */
  readonly refuses: (
    code: number,
    method: Method,
    path: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<string>;
  /** Sends a raw query and body, signed as given. */
  readonly sendForm: (form: Form, account?: AccountId) => Promise<Received>;
}

export interface Form {
  readonly method: Method;
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const fullPath = (path: string): string =>
  path.startsWith('/') ? path : `/fapi/v1/${path}`;

export async function openBinanceKit(settings: KitSettings = {}): Promise<BinanceKit> {
  const kit = await openRestKit(settings);
  const { clock } = kit.memory;
  const sendForm: BinanceKit['sendForm'] = (form, account = ALICE) => {
    const issued = kit.issued.get(account)!;
    const { method, path, query = '', body, headers } = form;
    const target = query === '' ? fullPath(path) : `${fullPath(path)}?${query}`;
    const key = { 'X-MBX-APIKEY': issued.key.key, ...headers };
    return kit.send({ method, path: target, body, headers: key });
  };
  const ask: BinanceKit['ask'] = (method, path, fields = {}, account = ALICE) => {
    clock.advance(1);
    const query = signForm(queryOf(fields), kit.issued.get(account)!, clock.wallNow());
    return sendForm({ method, path, query }, account);
  };
  return {
    ...kit,
    ask,
    sendForm,
    does: async (method, path, fields, account) => {
      const { status, text, json } = await ask(method, path, fields, account);
      expect(status, `${method} ${path}: ${text}`).toBe(200);
      expectShape(method, fullPath(path), json);
      return json;
    },
    refuses: async (code, method, path, fields, account) => {
      const { status, json, text } = await ask(method, path, fields, account);
      expect(json.code, `${method} ${path}: ${text}`).toBe(code);
      expect(Object.keys(json)).toEqual(['code', 'msg']);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      return json.msg;
    },
  };
}

export const queryOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join('&');

export const digestOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Adds the timestamp and the signature to a query. */
export function signForm(query: string, { secret }: IssuedKey, now: number): string {
  const text = `${query}${query === '' ? '' : '&'}timestamp=${now}`;
  return `${text}&signature=${digestOf(secret, text)}`;
}

function expectShape(method: Method, path: string, json: Anything): void {
  const endpoint = ENDPOINTS.find((each) => each.path === path && each.method === method)!;
  expectSchema(endpoint.response, json, `${method} ${path}`);
}
