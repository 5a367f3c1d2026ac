/**
 * The whole of version 2 on a real socket over a venue in memory: eight contracts with a two-sided
 * book, a few accounts with keys, and a client that signs. Every answer is held against the schema
 * of its endpoint, so each test also proves presence, type and format of every field it saw.
 */

import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { type AccountTerms, DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Batch, Command } from '../../src/domain/command.ts';
import { type AccountId, accountId, type ContractId } from '../../src/domain/ids.ts';
import { fineTicks, lots, money, ppm, ticks, toBigInt } from '../../src/domain/units.ts';
import { createLogger } from '../../src/gateway/create-logger.ts';
import { type Faults, openFaults } from '../../src/gateway/faults/faults.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { parseKeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import { createFileKeys, createMemoryKeys } from '../../src/gateway/keys/key-home.ts';
import { type IssuedKey, type KeyStore, openKeyStore } from '../../src/gateway/keys/key-store.ts';
import type { LimitSettings } from '../../src/gateway/limits/limiter.ts';
import { createMetrics } from '../../src/gateway/metrics.ts';
import { type DialectSettings, serveDialects } from '../../src/gateway/serve-dialects.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { DEFAULT_GATEWAY_SETTINGS } from '../../src/gateway/settings.ts';
import { serveSockets } from '../../src/gateway/sockets/serve-sockets.ts';
import type { SocketSettings } from '../../src/gateway/sockets/settings.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { parseLots, parseTicks } from '../../src/wire/quantity.ts';
import { ERROR_RECORD } from '../../src/wire/v2/dialect.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { usdt } from '../kit/driver.ts';
import { type FrontDoor, openFrontDoor } from '../kit/gateway-front.ts';
import type { MemoryVenue } from '../kit/open-memory-venue.ts';
import { endpointOf, expectShape, type KitEndpointId } from './kit-endpoints.ts';
import { isFronted, openKitVenue, type VenueChoice } from './kit-venue.ts';

export const HOUSE = accountId(1_001);
export const ALICE = accountId(1_002);
export const BOB = accountId(1_003);
/** In a competition: leverage up to 20, everything but ADA. */
export const CAROL = accountId(1_004);

export const BTC = 'cmt_btcusdt';
export const ETH = 'cmt_ethusdt';
export const ADA = 'cmt_adausdt';

/** Index prices of the shipped contracts, one tick from which the house quotes both sides. */
const PRICES: Readonly<Record<string, string>> = {
  cmt_btcusdt: '90000.0',
  cmt_ethusdt: '3000.00',
  cmt_solusdt: '140.00',
  cmt_dogeusdt: '0.14000',
  cmt_xrpusdt: '2.0000',
  cmt_adausdt: '0.4000',
  cmt_bnbusdt: '900.00',
  cmt_ltcusdt: '75.00',
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
export type Anything = any;

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Anything;
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: OutgoingHttpHeaders;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface RestKit {
  readonly memory: MemoryVenue;
  readonly venue: Venue;
  readonly gateway: Gateway;
  readonly keys: KeyStore;
  readonly faults: Faults;
  /** A test may add accounts of its own. */
  readonly issued: Map<AccountId, IssuedKey>;
  readonly port: number;
  /** The endpoints that have answered with success, in any test of the file. */
  readonly served: Set<KitEndpointId>;
  /** Signed by an account; fields are the query of a GET, the body of a POST. */
  readonly call: (id: KitEndpointId, fields?: Fields, account?: AccountId) => Promise<Received>;
  /** Must succeed, and have the shape that the endpoint promises. */
  readonly ok: (id: KitEndpointId, fields?: Fields, account?: AccountId) => Promise<Anything>;
  /** Must fail with this code; answers with the message. */
  readonly fails: (
    id: KitEndpointId,
    code: string,
    fields?: Fields,
    account?: AccountId,
  ) => Promise<string>;
  readonly send: (sent: Sent) => Promise<Received>;
  readonly sendSigned: (sent: Sent, account?: AccountId) => Promise<Received>;
  /** Has the house rest an order. */
  readonly quote: (
    symbol: string,
    side: 'buy' | 'sell',
    size: string,
    price: string,
  ) => Promise<void>;
  readonly setIndex: (symbol: string, price: string) => Promise<void>;
  readonly run: (command: Command) => Promise<void>;
  /** Another gateway in front of the same venue; answers with its port. */
  readonly openSecond: () => Promise<Gateway>;
  /** False if the venue has no gateway in front of it. */
  readonly front: FrontDoor | false;
  readonly close: () => Promise<void>;
}

/** So much that no test meets a budget by accident. */
const PLENTY = { capacity: 1_000_000, refillPerSecond: 1_000_000 };
const LIMITS: LimitSettings = {
  ...DEFAULT_GATEWAY_SETTINGS.limits,
  addressWeight: PLENTY,
  accountWeight: PLENTY,
  orders: PLENTY,
  windowTimes: { weight: 1e6, orders: 1e6 },
  cancels: PLENTY,
};

export interface KitSettings extends DialectSettings, VenueChoice {
  /** Where keys are kept, so that they are known after a restart. */
  readonly keysPath?: string;
  /** Narrower limits than those that nobody meets. */
  readonly limits?: Partial<LimitSettings>;
  /** Opens the sockets too, with these settings. */
  readonly sockets?: Partial<SocketSettings>;
  /** Gets every line that is logged. */
  readonly lines?: string[];
}

const loggerOf = ({ lines }: KitSettings) =>
  lines === undefined
    ? createLogger('silent')
    : createLogger('debug', { write: (line) => void lines.push(line) });

export async function openRestKit(settings: KitSettings = {}): Promise<RestKit> {
  const memory = await openKitVenue(settings, genesis());
  const { venue, clock, folder, inFiles } = memory;
  const kek = parseKeyEncryptionKey('ab'.repeat(32), 'test');
  const { keysPath } = settings;
  const home = keysPath === undefined ? createMemoryKeys() : createFileKeys(keysPath);
  const keys = await openKeyStore({ home, kek, clock });
  const issued = new Map<AccountId, IssuedKey>();
  for (const account of [ALICE, BOB, CAROL])
    issued.set(account, await keys.create(keyFor(account)));
  const metrics = createMetrics(venue, { process: false });
  const gatewaySettings = {
    ...DEFAULT_GATEWAY_SETTINGS,
    limits: { ...LIMITS, ...settings.limits },
  };
  const logger = loggerOf(settings);
  const faults = await openFaults({ home: keys.home, venue, isSandbox: true, hasMarket: true });
  const parts = { venue, keys, settings: gatewaySettings, logger, metrics, faults };
  const behind = createGateway(parts);
  behind.http.onClosing(() => void faults.close());
  serveDialects(behind, settings);
  const frontParts = { folder: folder!, venue: inFiles!, behind, keys, kek, faults, clock };
  const front = isFronted(settings) && (await openFrontDoor(frontParts));
  const open = (name: string): Promise<Gateway> => openFront(front, name, settings);
  const gateway = front === false ? behind : await open('first');
  if (settings.sockets !== undefined) serveSockets(behind, settings.sockets);
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const openSecond = (): Promise<Gateway> => open('second');
  const agent = createAgent(gatewaySettings);
  const send = (sent: Sent): Promise<Received> => sendTo(port, agent, sent);
  const sendSigned = (sent: Sent, account: AccountId = ALICE): Promise<Received> => {
    // Exactly the same request twice is a repeat: time passes in between.
    clock.advance(1);
    return send(sign(sent, issued.get(account)!, clock.wallNow()));
  };
  const run = async (command: Command): Promise<void> => {
    const { events } = await venue.submit(command);
    for (const event of events) expect(event.kind).not.toBe('command-rejected');
  };
  const kit = {
    memory,
    venue,
    gateway,
    keys,
    faults,
    issued,
    port,
    send,
    sendSigned,
    run,
    openSecond,
    front,
    served: new Set<KitEndpointId>(),
    call: (id: KitEndpointId, fields: Fields = {}, account: AccountId = ALICE) =>
      sendSigned(sentFor(id, fields), account),
    quote: (symbol: string, side: 'buy' | 'sell', size: string, price: string) =>
      run(houseOrder(symbol, side, size, price)),
    setIndex: (symbol: string, price: string) => run(indexPrice(symbol, price)),
    close: async () => {
      agent.destroy();
      if (front !== false) await front.close();
      await behind.close();
      await venue.close();
      if (settings.dataFolder === undefined && folder !== undefined)
        rmSync(folder, { recursive: true, force: true });
    },
  };
  return { ...kit, ok: okOf(kit), fails: failsOf(kit) };
}

/** Who opens more than its address may have is hung up on, as it should be. */
const createAgent = ({ connections }: typeof DEFAULT_GATEWAY_SETTINGS): Agent =>
  new Agent({ keepAlive: true, maxSockets: connections.connectionsPerAddressMax / 2 });

async function openFront(
  front: FrontDoor | false,
  name: string,
  settings: KitSettings,
): Promise<Gateway> {
  if (front === false) throw new Error('only a venue in files has gateways in front of it');
  const { gateway, dialects } = await front.open(name);
  serveDialects(gateway, { ...settings, ...dialects });
  if (settings.sockets !== undefined) serveSockets(gateway, settings.sockets);
  return gateway;
}

type Calling = Pick<RestKit, 'call' | 'served'>;

const okOf =
  (kit: Calling): RestKit['ok'] =>
  async (id, fields, account) => {
    const received = await kit.call(id, fields, account);
    expect(received.status, `${id}: ${received.text}`).toBe(200);
    expectShape(id, received.json);
    kit.served.add(id);
    return received.json;
  };

const failsOf =
  (kit: Calling): RestKit['fails'] =>
  async (id, code, fields, account) => {
    const { json, status, text } = await kit.call(id, fields, account);
    expect(json?.code, `${id}: ${text}`).toBe(code);
    expect(Value.Check(ERROR_RECORD, json), text).toBe(true);
    expect(Object.keys(json)).toEqual(['code', 'msg', 'requestTime', 'data']);
    expect(status).toBe(statusOf(code));
    return json.msg;
  };

const FORBIDDEN = ['40013', '40014', '40022', '40753', '50003', '50004'];

function statusOf(code: string): number {
  if (FORBIDDEN.includes(code)) return 403;
  return code === '50005' ? 404 : 400;
}

export const sentFor = (id: KitEndpointId, fields: Fields): Sent => sentTo(endpointOf(id), fields);

/** Of any dialect; what is no POST has its fields in the query, if nothing else is said. */
export function sentTo(
  { method, path }: Pick<Sent, 'method' | 'path'>,
  fields: Fields,
  isInBody: boolean = method === 'POST',
): Sent {
  if (isInBody) return { method, path, body: JSON.stringify(fields) };
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { method, path: query === '' ? path : `${path}?${query}` };
}

export function sign(sent: Sent, { key, secret, passphrase }: IssuedKey, now: number): Sent {
  const { method, path, body = '' } = sent;
  const text = `${now}${method}${path.replace(/^\/+/, '/')}${body}`;
  const headers = {
    'ACCESS-KEY': key.key,
    'ACCESS-SIGN': createHmac('sha256', secret).update(text).digest('base64'),
    'ACCESS-PASSPHRASE': passphrase,
    'ACCESS-TIMESTAMP': String(now),
    'Content-Type': 'application/json',
    ...sent.headers,
  };
  return { ...sent, headers };
}

export function sendTo(port: number, agent: Agent, sent: Sent): Promise<Received> {
  const { method, path, body } = sent;
  // Node counts the body of a DELETE only if asked to.
  const counted = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const headers = { ...sent.headers, ...counted };
  return new Promise((resolve, fail) => {
    const options = { host: '127.0.0.1', port, path, method, agent, headers };
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode: status = 0, headers: received } = incoming;
        const isText = received['content-type']?.startsWith('text/plain') === true;
        resolve({ status, headers: received, text, json: isText ? text : JSON.parse(text) });
      });
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const keyFor = (account: AccountId) => ({
  account,
  name: `account ${account}`,
  permissions: ['read', 'trade'] as const,
  allowlist: null,
  passphrase: null,
  expiresAt: null,
});

const CONTRACTS = shippedContracts();
const contractOf = (symbol: string) => CONTRACTS.find((contract) => contract.symbol === symbol)!;
const idOf = (symbol: string): ContractId => contractOf(symbol).id;

function genesis(): Batch['commands'] {
  const open = (role: 'trader' | 'house', terms: AccountTerms = DEFAULT_TERMS) =>
    ({ kind: 'open-account', role, terms }) as const;
  const fund = (account: AccountId, amount: number) =>
    ({ kind: 'deposit', account, amount: money(usdt(amount)) }) as const;
  const carol = {
    ...DEFAULT_TERMS,
    makerFee: ppm(100),
    takerFee: ppm(400),
    leverageMax: 20,
    contracts: CONTRACTS.map(({ id }) => id).filter((id) => id !== idOf(ADA)),
  };
  return [
    ...CONTRACTS.map((contract) => ({ kind: 'list-contract', contract }) as const),
    open('house'),
    open('trader'),
    open('trader'),
    open('trader', carol),
    fund(accountId(2), 1_000_000),
    fund(HOUSE, 10_000_000),
    fund(ALICE, 10_000),
    fund(BOB, 10_000),
    fund(CAROL, 1_000),
    ...CONTRACTS.map(({ symbol }) => indexPrice(symbol, PRICES[symbol]!)),
    ...CONTRACTS.flatMap(({ symbol }) => quotesOf(symbol)),
  ];
}

/** Five levels of each side, a tick apart, each worth some tens of thousands. */
function quotesOf(symbol: string): Exclude<Command, Batch>[] {
  const contract = contractOf(symbol);
  const middle = ticksOf(symbol, PRICES[symbol]!);
  const size = Math.ceil(Number(usdt(50_000) / (BigInt(middle) * toBigInt(contract.tickLotValue))));
  return [1, 2, 3, 4, 5].flatMap((away) => [
    place(symbol, 'buy', size, middle - away),
    place(symbol, 'sell', size, middle + away),
  ]);
}

function ticksOf(symbol: string, text: string): number {
  const price = parseTicks(contractOf(symbol), text);
  if (typeof price !== 'number') throw new Error(`${text} is no price of ${symbol}`);
  return price;
}

const indexPrice = (symbol: string, price: string) =>
  ({
    kind: 'set-index-price',
    contract: idOf(symbol),
    price: fineTicks(ticksOf(symbol, price) * 100),
  }) as const;

function houseOrder(symbol: string, side: 'buy' | 'sell', size: string, price: string) {
  const amount = parseLots(contractOf(symbol), size);
  if (typeof amount !== 'number') throw new Error(`${size} is no size of ${symbol}`);
  return place(symbol, side, amount, ticksOf(symbol, price));
}

const place = (symbol: string, side: 'buy' | 'sell', size: number, price: number) =>
  ({
    kind: 'place-order',
    account: HOUSE,
    contract: idOf(symbol),
    positionSide: side === 'buy' ? 'long' : 'short',
    effect: 'open',
    size: lots(size),
    price: ticks(price),
    timeInForce: 'normal',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  }) as const;
