import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  explainSignature,
  type Mistake,
  mistakenTexts,
  normalizePath,
  prehash,
  type SignatureFindings,
  type SignedRequest,
} from './prehash.ts';
import { V2_SOCKETS } from './v2/socket-dialect.ts';

const GET: SignedRequest = {
  timestamp: '1767225600123',
  method: 'GET',
  path: '/capi/v2/market/ticker',
  query: 'symbol=cmt_btcusdt&a=%20',
  body: '',
};
const POST: SignedRequest = {
  ...GET,
  method: 'POST',
  path: '/capi/v2/order/placeOrder',
  query: '',
  body: '{"symbol": "cmt_btcusdt", "size": "0.01, 2:3"}',
};

test('[WIRE-4] time, method, path, query with its mark, and body make the signed text', () => {
  expect(prehash(GET)).toBe('1767225600123GET/capi/v2/market/ticker?symbol=cmt_btcusdt&a=%20');
  expect(prehash({ ...POST, method: 'post' })).toBe(
    '1767225600123POST/capi/v2/order/placeOrder{"symbol": "cmt_btcusdt", "size": "0.01, 2:3"}',
  );
  expect(V2_SOCKETS.signedPath).toBe('/v2/ws/private');
});

test('[WIRE-4] a double slash at the beginning is one', () => {
  expect(normalizePath('//capi/v2/market/time')).toBe('/capi/v2/market/time');
  expect(prehash({ ...POST, path: '//capi/v2/order/placeOrder' })).toBe(prehash(POST));
});

test('[WIRE-5] no candidate is the right text, and none comes twice', () => {
  for (const request of [GET, POST, { ...POST, body: '' }]) {
    const texts = mistakenTexts(request, 'localhost:8700').map(({ text }) => text);
    expect(texts).not.toContain(prehash(request));
    expect(new Set(texts).size).toBe(texts.length);
  }
});

const SECRET = 'secret';
const sign = (text: string, encoding: 'base64' | 'hex' = 'base64'): string =>
  createHmac('sha256', SECRET).update(text).digest(encoding);

/** As the gateway does it. */
function findingsOf(request: SignedRequest, sent: string): SignatureFindings {
  const candidates = mistakenTexts(request, 'localhost:8700');
  const matched = candidates.find(({ text }) => sign(text) === sent)?.mistake ?? null;
  return {
    sent,
    expectedText: prehash(request),
    matched,
    isHex: sign(prehash(request), 'hex') === sent,
    isKeyedByPassphrase: false,
    isKeyedByApiKey: false,
  };
}

const SPACED = '{"symbol": "cmt_btcusdt", "size": "0.01, 2:3"}';
const COMPACT = '{"symbol":"cmt_btcusdt","size":"0.01, 2:3"}';

test.each<[Mistake, SignedRequest, string, string]>([
  ['query-missing', GET, '1767225600123GET/capi/v2/market/ticker', 'query string was left out'],
  [
    'question-mark-missing',
    GET,
    '1767225600123GET/capi/v2/market/tickersymbol=cmt_btcusdt&a=%20',
    'the "?" before the query',
  ],
  ['method-lower-case', POST, `1767225600123post${POST.path}${SPACED}`, 'upper case'],
  ['seconds', POST, `1767225600POST${POST.path}${SPACED}`, 'in seconds'],
  ['body-missing', POST, `1767225600123POST${POST.path}`, 'body was left out'],
  ['body-compact', POST, `1767225600123POST${POST.path}${COMPACT}`, 'without spaces'],
  [
    'body-spaced',
    { ...POST, body: COMPACT },
    `1767225600123POST${POST.path}${SPACED}`,
    'with spaces',
  ],
  ['body-on-get', { ...GET, query: '' }, `1767225600123GET${GET.path}{}`, 'signed without a body'],
  [
    'query-sorted',
    GET,
    '1767225600123GET/capi/v2/market/ticker?a=%20&symbol=cmt_btcusdt',
    'sorted for signing',
  ],
  [
    'query-unescaped',
    GET,
    '1767225600123GET/capi/v2/market/ticker?symbol=cmt_btcusdt&a= ',
    'percent escapes',
  ],
  ['double-slash', POST, `1767225600123POST/${POST.path}${SPACED}`, 'single slash'],
  [
    'host-included',
    POST,
    `1767225600123POSThttps://localhost:8700${POST.path}${SPACED}`,
    'scheme and host',
  ],
])('[WIRE-5] %s is recognised', (mistake, request, signed, words) => {
  const findings = findingsOf(request, sign(signed));
  expect(findings.matched).toBe(mistake);
  expect(explainSignature(findings)).toContain(words);
  expect(explainSignature(findings)).toContain(prehash(request));
});

test('[WIRE-5] a digest in hexadecimal, a swapped key and a strange signature are named', () => {
  const hex = findingsOf(GET, sign(prehash(GET), 'hex'));
  expect(explainSignature(hex)).toContain('sent in hexadecimal');
  const other = findingsOf(GET, 'a'.repeat(64));
  expect(explainSignature(other)).toContain('looks hexadecimal');
  expect(explainSignature(findingsOf(GET, 'nonsense'))).toContain('not the Base64 of 32 bytes');
  expect(explainSignature(findingsOf(GET, sign('other')))).toContain('no common mistake fits');
  const keyed = findingsOf(GET, sign('other'));
  expect(explainSignature({ ...keyed, isKeyedByPassphrase: true })).toContain(
    'passphrase was used',
  );
  expect(explainSignature({ ...keyed, isKeyedByApiKey: true })).toContain('API key was used');
});

test('[WIRE-5] a long text is shown by its beginning', () => {
  const long = { ...POST, body: 'x'.repeat(1_000) };
  expect(explainSignature(findingsOf(long, 'nonsense')).length).toBeLessThan(500);
});
