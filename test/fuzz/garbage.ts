/** Requests that no venue should like, each as the bytes that go over the wire. */
import { createHmac } from 'node:crypto';
import { type Dice, findPick, pick, pickWeighted, roll } from '../../proof/sim/dice.ts';
import { type Access, sign } from '../../src/cli/qualify/signed-client.ts';
import { ENDPOINTS } from '../../src/gateway/v2/calls.ts';
import { ENDPOINTS as V3_ENDPOINTS } from '../../src/gateway/v3/calls.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { drawAction } from './wrong-action.ts';
import { drawEnvelope } from './wrong-envelope.ts';
import { drawForm } from './wrong-form.ts';
import { fieldsOf, findWrong } from './wrong-value.ts';

export interface Garbage {
  readonly kind: string;
  readonly bytes: Buffer;
  /** Whether to do what it asks would be wrong. */
  readonly mustFail: boolean;
}

export interface Author {
  readonly dice: Dice;
  readonly access: Access;
  /** Whose key may be locked for it. */
  readonly loser: Access;
  readonly now: () => number;
}

interface Parts {
  readonly method: string;
  readonly target: string;
  readonly body?: Buffer;
  readonly headers?: readonly string[];
}

/** Of the dialects that take JSON. */
const ALL: readonly Endpoint[] = [...ENDPOINTS, ...V3_ENDPOINTS];
const FIELDS = new Map(ALL.map((endpoint) => [endpoint.id, fieldsOf(endpoint)]));
const POSTS = ALL.filter(({ method }) => method === 'POST');

const KINDS = [
  ['wrong value', 34],
  ['wrong form', 30],
  ['wrong envelope', 24],
  ['wrong action', 20],
  ['broken body', 16],
  ['broken query', 12],
  ['wrong signature', 10],
  ['wrong method', 6],
  ['wrong path', 6],
  ['wrong header', 8],
  ['no http', 8],
] as const;

const DRAWS = {
  'wrong form': drawForm,
  'wrong envelope': drawEnvelope,
  'wrong action': drawAction,
};

export function drawGarbage(author: Author): Garbage {
  const { dice } = author;
  const kind = pickWeighted(dice, KINDS);
  switch (kind) {
    case 'wrong value':
      return { kind, ...wrongValue(author) };
    case 'wrong form':
    case 'wrong envelope':
    case 'wrong action': {
      const form = DRAWS[kind](dice, author.access, author.loser, author.now());
      return { kind, bytes: write(author, form, form.headers), mustFail: form.mustFail };
    }
    case 'broken body': {
      const { path } = pick(dice, POSTS);
      const parts = { method: 'POST', target: path, body: brokenBody(dice) };
      return { kind, bytes: write(author, parts, signed(author, parts)), mustFail: true };
    }
    case 'broken query': {
      const { path } = pick(dice, ALL);
      const parts = { method: 'GET', target: `${path}?${brokenQuery(dice)}` };
      return { kind, bytes: write(author, parts, signed(author, parts)), mustFail: false };
    }
    case 'wrong signature':
      return { kind, bytes: wrongSignature(author), mustFail: true };
    case 'wrong method': {
      const { path } = pick(dice, ENDPOINTS);
      const parts = { method: pick(dice, METHODS), target: path, body: Buffer.from('{}') };
      return { kind, bytes: write(author, parts, signed(author, parts)), mustFail: true };
    }
    case 'wrong path': {
      const parts = { method: pick(dice, ['GET', 'POST']), target: wrongPath(dice) };
      return { kind, bytes: write(author, parts, signed(author, parts)), mustFail: true };
    }
    case 'wrong header':
      return { kind, bytes: wrongHeader(author), mustFail: false };
    case 'no http':
      return { kind, bytes: noHttp(dice), mustFail: true };
  }
}

const METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'FETCH'];

/** One field of an otherwise good request. */
function wrongValue(author: Author): Omit<Garbage, 'kind'> {
  const { dice } = author;
  const endpoint = pick(dice, ALL);
  const fields = FIELDS.get(endpoint.id) ?? [];
  const wrong = findPick(dice, fields);
  const bad = wrong === undefined ? undefined : findWrong(dice, wrong);
  const sent = fields.filter((field) => field === wrong || field.isRequired || roll(dice, 0, 1));
  const values = sent.map(
    (field) => [field.name, field === wrong && bad !== undefined ? bad : field.good] as const,
  );
  if (endpoint.method !== 'POST') {
    const query = values.map(([name, value]) => `${name}=${encode(value)}`).join('&');
    const parts = { method: endpoint.method, target: `${endpoint.path}?${query}` };
    return { bytes: write(author, parts, signed(author, parts)), mustFail: false };
  }
  const changes = bad === undefined && endpoint.permission === 'trade';
  const text = values.map(([name, value]) => `"${name}":${value}`).join(',');
  // Nothing wrong to say about it: then it is at least no object.
  const body = Buffer.from(changes ? `[{${text}}]` : `{${text}}`);
  const parts = { method: 'POST', target: endpoint.path, body };
  const mustFail = endpoint.permission === 'trade';
  return { bytes: write(author, parts, signed(author, parts)), mustFail };
}

const encode = (json: string): string =>
  encodeURIComponent(json.replace(/^"|"$/g, '')).slice(0, 900);

const BAD_TEXTS = [
  ...['{', '}', 'null', '[]', '"x"', '1', 'NaN', '{]', '{"a":}', "{'a':1}", '{"a":1,}'],
  ...['{"size":1,"size":2}', '{"symbol":"cmt_btcusdt","symbol":"cmt_ethusdt"}', '{"a":01}'],
  ...['{"size":NaN}', '{"size":Infinity}', '{"symbol":1e999}', '{"a":"\\x"}', '{"a":"\\ud8"}'],
  ...['{"a":1}{"b":2}', '\ufeff{}x', '{"__proto__":{"a":1}', '{"a":"\n"}', '//{}', '{"a" 1}'],
];

function brokenBody(dice: Dice): Buffer {
  switch (roll(dice, 0, 5)) {
    case 0:
      return randomBytes(dice, roll(dice, 1, 300));
    case 1:
      return Buffer.from(`${'{"a":'.repeat(roll(dice, 40, 9_000))}1`);
    case 2:
      return Buffer.from('['.repeat(roll(dice, 1, 60_000)));
    case 3:
      return Buffer.concat([
        Buffer.from('{"symbol":"'),
        Buffer.of(0xff, 0xc0, 0x80, roll(dice, 128, 255)),
        Buffer.from('"}'),
      ]);
    case 4:
      return Buffer.from(`{"a":"${'x'.repeat(roll(dice, 1, 20) * 4_000)}`);
    default:
      return Buffer.from(pick(dice, BAD_TEXTS));
  }
}

const QUERIES = [
  ...['%', '%zz', '%ff%fe', '=', '&&&&', 'symbol', 'symbol=&symbol=', '%00=%00', 'symbol=%F0%28'],
  ...['symbol=cmt_btcusdt&symbol=cmt_ethusdt', '__proto__=1', 'limit=1e3', 'limit=-1', '?&?'],
  ...['limit=NaN', 'startTime=99999999999999999999', 'pageSize=0', 'symbol=%C0%AF', 'a[b]=c'],
];

const brokenQuery = (dice: Dice): string =>
  roll(dice, 0, 4) === 0
    ? `symbol=${'a'.repeat(roll(dice, 100, 12_000))}`
    : `${pick(dice, QUERIES)}&${pick(dice, QUERIES)}`;

const PATHS = [
  ...[
    '/x/',
    '//x',
    '/capi',
    '/capi/v2/',
    '/capi/v2/order',
    '/capi/v2/order/placeorder',
    '/%2e%2e/',
  ],
  ...['/../../etc/passwd', '/capi/v2/%00', '/capi/v2/order/%ff', '/healthz/x', '*', 'x', '/\\'],
  ...['http://127.0.0.1/x', '/capi/v3/order/placeorder', '/capi//v2/market', '/accounts', '/%'],
];

const wrongPath = (dice: Dice): string =>
  roll(dice, 0, 3) === 0 ? `/${'a/'.repeat(roll(dice, 1, 4_000))}` : pick(dice, PATHS);

function wrongSignature(author: Author): Buffer {
  const { dice, loser } = author;
  const { method, path } = pick(
    dice,
    ALL.filter(({ permission }) => permission !== null),
  );
  const parts = method === 'GET' ? { method, target: path } : { method, target: path, body: OPEN };
  const headers = signed({ ...author, access: loser }, parts);
  const at = roll(dice, 0, headers.length - 1);
  const [name = ''] = (headers[at] ?? '').split(':');
  const junk = pick(dice, ['', 'x', '0', '-1', '=', 'é', `${loser.apiKey}x`, '9'.repeat(3_000)]);
  const changed = roll(dice, 0, 3) === 0 ? [] : [`${name}: ${junk}`];
  return write(author, parts, [...headers.filter((_, index) => index !== at), ...changed]);
}

const OPEN = Buffer.from(
  '{"symbol":"cmt_btcusdt","size":"0.001","type":"1","match_price":"1","cancelOrderType":"normal"}',
);

const HEADERS = [
  ...['content-length: -1', 'content-length: abc', 'content-length: 1\r\ncontent-length: 2'],
  ...[
    'transfer-encoding: chunked\r\ncontent-length: 3',
    'transfer-encoding: x',
    ': empty',
    'a b: c',
  ],
  ...['content-type: \u0001', 'content-type: text/plain', 'expect: 100-continue', 'expect: x'],
  ...['upgrade: websocket\r\nconnection: upgrade', 'upgrade: h2c\r\nconnection: upgrade'],
  ...['locale: \u00ff', 'locale: zz-ZZ', 'accept-encoding: \u007f', 'x-forwarded-for: ,,;'],
  ...['cookie: __proto__=1', 'range: bytes=-1', 'connection: close, keep-alive', 'host: \u0000'],
];

function wrongHeader(author: Author): Buffer {
  const { dice } = author;
  const { path } = pick(
    dice,
    ENDPOINTS.filter(({ permission }) => permission === null),
  );
  const long = `x-long: ${'h'.repeat(roll(dice, 1, 40) * 1_000)}`;
  const extra = roll(dice, 0, 5) === 0 ? long : pick(dice, HEADERS);
  return write(author, { method: 'GET', target: path }, [extra]);
}

function noHttp(dice: Dice): Buffer {
  const end = Buffer.from('\r\n\r\n');
  switch (roll(dice, 0, 3)) {
    case 0:
      return Buffer.concat([randomBytes(dice, roll(dice, 1, 400)), end]);
    case 1:
      return Buffer.from(`GET / HTTP/${roll(dice, 0, 9)}.${roll(dice, 2, 9)}\r\n\r\n`);
    case 2:
      return Buffer.concat([Buffer.of(0x16, 3, 1), randomBytes(dice, 200), end]);
    default:
      return Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  }
}

const randomBytes = (dice: Dice, count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, () => roll(dice, 0, 255)));

function signed({ access, now }: Author, { method, target, body }: Parts): string[] {
  const timestamp = String(now());
  const text = timestamp + method + target.replace(/^\/+/, '/');
  const signature =
    body === undefined ? sign(access.secretKey, text) : signBytes(access.secretKey, text, body);
  return [
    `ACCESS-KEY: ${access.apiKey}`,
    `ACCESS-SIGN: ${signature}`,
    `ACCESS-PASSPHRASE: ${access.passphrase}`,
    `ACCESS-TIMESTAMP: ${timestamp}`,
  ];
}

/** Latin-1 would change bytes that are no UTF-8, so the two parts are signed as they are. */
const signBytes = (secret: string, text: string, body: Buffer): string =>
  createHmac('sha256', secret).update(text).update(body).digest('base64');

/** Each request comes from one of many addresses, so that no penalty silences the whole run. */
function write({ dice }: Author, parts: Parts, headers: readonly string[]): Buffer {
  const { method, target, body } = parts;
  const from = `10.${roll(dice, 0, 7)}.${roll(dice, 0, 255)}.${roll(dice, 1, 30)}`;
  const length = body === undefined ? [] : [`content-length: ${body.length}`];
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...['host: venue', `x-forwarded-for: ${from}`, 'content-type: application/json'],
    ...length,
    ...headers,
  ];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
}
