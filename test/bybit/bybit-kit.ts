/** The Bybit v5 dialect on the server of version 2: every answer is held to its schema. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { AccountId } from '../../src/domain/ids.ts';
import { ENDPOINTS } from '../../src/gateway/bybit/calls.ts';
import { expectSchema } from '../gateway-v2/kit-endpoints.ts';
import {
  ALICE,
  type Anything,
  type Fields,
  type KitSettings,
  openRestKit,
  type Received,
  type RestKit,
} from '../gateway-v2/rest-kit.ts';

type Method = 'GET' | 'POST';

export interface BybitKit extends RestKit {
  /** Signed by an account, as clients do it; a path like `order/create` is under `/v5`. */
  readonly ask: (
    method: Method,
    path: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<Received>;
  /** Must succeed, and have the shape that the endpoint promises; answers with the result. */
  readonly does: (
    method: Method,
    path: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<Anything>;
  /** Must fail with this code and status 200; answers with the message. */
  readonly refuses: (
    code: number,
    method: Method,
    path: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<string>;
  /** Sends raw text, signed as given. */
  readonly sendSigned5: (sent: RawCall, account?: AccountId) => Promise<Received>;
}

export interface RawCall {
  readonly method: Method;
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly timestamp?: number;
  readonly window?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const hexOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

export async function openBybitKit(settings: KitSettings = {}): Promise<BybitKit> {
  const kit = await openRestKit(settings);
  const { clock } = kit.memory;
  const sendSigned5: BybitKit['sendSigned5'] = (sent, account = ALICE) => {
    const { key, secret } = kit.issued.get(account)!;
    const { method, path, query = '', body, window = '5000' } = sent;
    const timestamp = String(sent.timestamp ?? clock.wallNow());
    const signed = timestamp + key.key + window + (method === 'GET' ? query : (body ?? ''));
    return kit.send({
      method,
      path: `/v5/${path}${query === '' ? '' : `?${query}`}`,
      body,
      headers: {
        'X-BAPI-API-KEY': key.key,
        'X-BAPI-TIMESTAMP': timestamp,
        'X-BAPI-RECV-WINDOW': window,
        'X-BAPI-SIGN': hexOf(secret, signed),
        'content-type': 'application/json',
        ...sent.headers,
      },
    });
  };
  const ask: BybitKit['ask'] = (method, path, fields = {}, account = ALICE) => {
    clock.advance(1);
    const call =
      method === 'GET'
        ? { query: new URLSearchParams(fields as Record<string, string>).toString() }
        : { body: JSON.stringify(fields) };
    return sendSigned5({ method, path, ...call }, account);
  };
  return {
    ...kit,
    ask,
    sendSigned5,
    does: async (method, path, fields, account) => {
      const { status, text, json } = await ask(method, path, fields, account);
      expect({ status, code: json.retCode }, `${method} ${path}: ${text}`).toEqual({
        status: 200,
        code: 0,
      });
      const endpoint = ENDPOINTS.find((each) => each.path === `/v5/${path}`)!;
      expectSchema(endpoint.response, json, `${method} ${path}`);
      return json.result;
    },
    refuses: async (code, method, path, fields, account) => {
      const { status, json, text } = await ask(method, path, fields, account);
      expect(json.retCode, `${method} ${path}: ${text}`).toBe(code);
      expect(Object.keys(json)).toEqual(['retCode', 'retMsg', 'result', 'retExtInfo', 'time']);
      expect(status).toBe(200);
      return json.retMsg;
    },
  };
}

export const LINEAR = { category: 'linear', symbol: 'BTCUSDT' };

/** A socket with what it heard. */
export interface Wire {
  readonly say: (frame: object) => void;
  /** The first frame that fits, now or later. */
  readonly hears: (fits: (frame: Anything) => boolean) => Promise<Anything>;
  readonly frames: readonly Anything[];
  readonly socket: WebSocket;
}

export async function openWire(url: string): Promise<Wire> {
  const socket = new WebSocket(url);
  const frames: Anything[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve, fail) => socket.once('open', resolve).once('error', fail));
  const hears = async (fits: (frame: Anything) => boolean): Promise<Anything> => {
    await expect.poll(() => frames.some(fits), { timeout: 60_000 }).toBe(true);
    return frames.find(fits);
  };
  return { socket, frames, hears, say: (frame) => socket.send(JSON.stringify(frame)) };
}

export const loginFrame = (key: string, secret: string, until: number): object => ({
  op: 'auth',
  req_id: 'login',
  args: [key, until, hexOf(secret, `GET/realtime${until}`)],
});

/** A private socket that guards the orders of the account. */
export async function openGuard(url: string, login: object): Promise<Wire> {
  const wire = await openWire(url);
  wire.say(login);
  wire.say({ op: 'subscribe', req_id: 'guard', args: ['dcp.future'] });
  const told = await wire.hears(({ req_id: id }) => id === 'guard');
  expect(told).toMatchObject({ success: true });
  return wire;
}
