/**
 * Serves the built page to browsers: the same document for each of its views, and the files it is
 * made of. It takes nothing from elsewhere and runs nothing inline, and says so to the browser.
 * The organiser's console is a document of its own, which only the operator's door serves.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '../../domain/assert.ts';
import { acceptsEncoding } from '../accepts-encoding.ts';
import type { Gateway } from '../gateway.ts';
import { isFromThisMachine } from './own-machine.ts';
import { type PageFile, readPageFiles } from './page-files.ts';

const VIEWS = ['/', '/arena', '/arena/*'] as const;
const CONSOLE_VIEWS = ['/console', '/console/*'] as const;
const PAGE = '/index.html';
const CONSOLE_PAGE = '/console.html';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Where the console is, once the operator's door is open. */
export type FindConsole = () => string | undefined;

export function servePage(
  { http }: Pick<Gateway, 'http'>,
  folder: string,
  findConsole: FindConsole = () => undefined,
): void {
  const files = readPageFiles(folder);
  const page = getDocument(files, PAGE, folder);
  for (const url of VIEWS) http.get(url, (request, reply) => answer(request, reply, page));
  // On this machine the way is short; everybody else is told where it is.
  for (const url of CONSOLE_VIEWS)
    http.get(url, (request, reply) => {
      const address = isFromThisMachine(request) ? findConsole() : undefined;
      return address === undefined ? answer(request, reply, page) : reply.redirect(address, 302);
    });
  serveParts(http, files);
}

/** For the operator's door: the console and what it is made of. */
export function serveConsole({ http }: Pick<Gateway, 'http'>, folder: string): void {
  const files = readPageFiles(folder);
  const page = getDocument(files, CONSOLE_PAGE, folder);
  for (const url of CONSOLE_VIEWS) http.get(url, (request, reply) => answer(request, reply, page));
  serveParts(http, files);
}

type Files = ReturnType<typeof readPageFiles>;

function getDocument(files: Files, path: string, folder: string): PageFile {
  const page = files.get(path);
  assert(page !== undefined, `the built page has no ${path}`, folder);
  return page;
}

function serveParts(http: Gateway['http'], files: Files): void {
  for (const [path, file] of files)
    if (path !== PAGE && path !== CONSOLE_PAGE)
      http.get(path, (request, reply) => answer(request, reply, file));
}

function answer({ headers }: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const { encoding, bytes } = choose(file, String(headers['accept-encoding'] ?? ''));
  if (encoding !== '') reply.header('content-encoding', encoding);
  return (
    reply
      .type(file.type)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', PAGE_POLICY)
      .header('cross-origin-opener-policy', 'same-origin')
      // Stricter, and a browser would not say that a request comes from this very page.
      .header('referrer-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      .header('cache-control', file.isHashed ? FOR_EVER : 'no-cache')
      .send(bytes)
  );
}

function choose({ plain, gzip, brotli }: PageFile, accepted: string) {
  if (brotli !== undefined && acceptsEncoding(accepted, 'br'))
    return { encoding: 'br', bytes: brotli };
  if (gzip !== undefined && acceptsEncoding(accepted, 'gzip'))
    return { encoding: 'gzip', bytes: gzip };
  return { encoding: '', bytes: plain };
}
