/** The page as files: how it is built and what a browser is told about it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { money } from '../../src/domain/units.ts';
import { serveAccounts } from '../../src/gateway/page/serve-accounts.ts';
import { servePage } from '../../src/gateway/page/serve-page.ts';
import { openEdgeKit } from '../gateway/edge-kit.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/build-page.mjs', import.meta.url));
const BUNDLE_BYTES_MAX = 250 * 1_024;

const build = (): string => execFileSync(process.execPath, [SCRIPT]).toString().trim();

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

let page: string;
beforeAll(() => {
  page = build();
});

async function openServer() {
  const { port, close } = await openEdgeKit({}, (gateway) => {
    servePage(gateway, page);
    const one = { name: 'one', accountId: 1_001, apiKey: 'k', secretKey: 's', passphrase: 'p' };
    const { venue } = gateway.edge;
    serveAccounts(gateway, () => [one], { venue, wallet: money(500n * 100_000_000n) });
  });
  onTestFinished(close);
  const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<Got> =>
    new Promise((resolve, fail) => {
      const sent = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      sent.on('error', fail);
      sent.end();
    });
  return { ask, port };
}

test('[WEB-17] play money comes back, to a sandbox account and its own page only', async () => {
  const { ask, port } = await openServer();
  const host = `localhost:${port}`;
  const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  const change = async (act: string, headers: Record<string, string>) => {
    const { status, bytes } = await ask('POST', `/sandbox/accounts/${act}`, headers);
    return [status, JSON.parse(bytes.toString())];
  };
  const keyed = { ...own, 'access-key': 'k' };
  expect(await change('reset', keyed)).toEqual([200, { wallet: '500.00000000' }]);
  expect(await change('refill', keyed)).toEqual([200, { wallet: '500.00000000' }]);
  expect(await change('reset', { ...own, 'access-key': 'z' })).toEqual([
    404,
    { reason: 'no sandbox account has this key' },
  ]);
  const foreign = { ...keyed, origin: 'http://elsewhere.example' };
  expect((await change('reset', foreign))[0]).toBe(403);
});

test('[WEB-1] every view is served, and allows itself nothing inline or foreign', async () => {
  const { ask } = await openServer();
  for (const path of ['/', '/portfolio', '/arena', '/arena/team/1', '/console']) {
    const { status, headers, bytes } = await ask('GET', path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const text = bytes.toString('utf8');
    expect(text).not.toMatch(/<script(?![^>]*src=)|style=|https?:\/\//);
  }
});

test('[WEB-1] hashed files are kept for ever, and come compressed to who reads that', async () => {
  const { ask } = await openServer();
  const html = (await ask('GET', '/')).bytes.toString('utf8');
  const [path] = /\/assets\/[\w-]+\.js/.exec(html) ?? [''];
  const plain = await ask('GET', path);
  expect(plain.headers['cache-control']).toContain('immutable');
  expect(plain.headers['content-type']).toContain('text/javascript');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const gzip = await ask('GET', path, { 'accept-encoding': 'gzip' });
  const brotli = await ask('GET', path, { 'accept-encoding': 'gzip;q=0.5, br' });
  const refused = await ask('GET', path, { 'accept-encoding': 'br;q=0, gzip;q=0' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(refused.bytes.length).toBe(plain.bytes.length);
  expect(brotli.bytes.length).toBeLessThan(gzip.bytes.length);
});

test('[WEB-1] all of it together is at most 250 KB compressed, and a build is made once', () => {
  expect(build()).toBe(page);
  const files = readdirSync(join(page, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const bytes = files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(page, 'assets', name))).length,
    0,
  );
  expect(bytes).toBeLessThanOrEqual(BUNDLE_BYTES_MAX);
});

test('[WEB-2] sandbox keys go to the page of this machine, and to nobody else', async () => {
  const { ask, port } = await openServer();
  const host = `localhost:${port}`;
  const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  const got = await ask('POST', '/sandbox/accounts', own);
  expect(got.status).toBe(200);
  expect(JSON.parse(got.bytes.toString()).accounts).toHaveLength(1);
  const strangers = [
    {},
    { host },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, origin: 'http://evil.example' },
    { ...own, origin: 'null' },
    { ...own, host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    { ...own, 'x-forwarded-for': '203.0.113.9' },
    { ...own, forwarded: 'for=203.0.113.9' },
  ];
  for (const headers of strangers) {
    const { status, bytes } = await ask('POST', '/sandbox/accounts', headers);
    expect(status, JSON.stringify(headers)).toBe(403);
    expect(bytes.toString()).not.toContain('secretKey');
  }
  expect((await ask('GET', '/sandbox/accounts', own)).status).toBe(404);
});
