/**
 * Serves the built page to browsers: the same document for each of its views, and its files. The
 * page loads nothing from elsewhere and runs nothing inline, and its headers say so. The
 * organiser's console is a separate document, which only the operator's port serves.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { assert } from '../../domain/assert.ts';
import type { Gateway } from '../gateway.ts';
import { acceptsEncoding } from '../kept-document.ts';
import type { PageReply } from '../reply.ts';
import type { AnswerPage, PageVisit } from '../route.ts';
import { isFromThisMachine } from './serve-accounts.ts';

const VIEWS = ['/', '/portfolio', '/arena', '/arena/*'] as const;
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

/** The address of the console, once the operator's port is open. */
export type FindConsole = () => string | undefined;

type Pages = Pick<Gateway, 'routePage'>;

export function servePage(
  pages: Pages,
  folder: string,
  findConsole: FindConsole = () => undefined,
): void {
  const files = readPageFiles(folder);
  const page = getDocument(files, PAGE, folder);
  get(pages, VIEWS, (visit) => pageOf(visit, page));
  // On this machine the console is one redirect away. Elsewhere the page explains where it is.
  get(pages, CONSOLE_VIEWS, (visit) => {
    const location = isFromThisMachine(visit) ? findConsole() : undefined;
    return location === undefined
      ? pageOf(visit, page)
      : { status: 302, headers: { location }, body: '' };
  });
  serveParts(pages, files);
}

/** For the operator's port: the console and its files. */
export function serveConsole(pages: Pages, folder: string): void {
  const files = readPageFiles(folder);
  const page = getDocument(files, CONSOLE_PAGE, folder);
  get(pages, CONSOLE_VIEWS, (visit) => pageOf(visit, page));
  serveParts(pages, files);
}

function get({ routePage }: Pages, paths: readonly string[], answer: AnswerPage): void {
  for (const path of paths) routePage({ method: 'GET', path, answer });
}

type Files = ReturnType<typeof readPageFiles>;

function getDocument(files: Files, path: string, folder: string): PageFile {
  const page = files.get(path);
  assert(page !== undefined, `the built page has no ${path}`, folder);
  return page;
}

function serveParts(pages: Pages, files: Files): void {
  for (const [path, file] of files)
    if (path !== PAGE && path !== CONSOLE_PAGE) get(pages, [path], (visit) => pageOf(visit, file));
}

function pageOf({ headers }: PageVisit, file: PageFile): PageReply {
  const { encoding, bytes } = chooseEncoding(file, String(headers['accept-encoding'] ?? ''));
  return {
    status: 200,
    headers: {
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
      'content-type': file.type,
      vary: 'accept-encoding',
      'content-security-policy': PAGE_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      // Stricter, and a browser would not say that a request comes from this very page.
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cache-control': file.isHashed ? FOR_EVER : 'no-cache',
    },
    body: bytes,
  };
}

export function chooseEncoding({ plain, gzip, brotli }: PageFile, accepted: string) {
  if (brotli !== undefined && acceptsEncoding(accepted, 'br'))
    return { encoding: 'br', bytes: brotli };
  const zipped = acceptsEncoding(accepted, 'gzip') ? gzip() : undefined;
  if (zipped !== undefined) return { encoding: 'gzip', bytes: zipped };
  return { encoding: '', bytes: plain };
}

/** The files of the built page, read once, by path and in every encoding. */

export interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Undefined if compression gains nothing. Made when the first asks for it. */
  readonly gzip: () => Buffer | undefined;
  readonly brotli: Buffer | undefined;
  /** Its name changes with its content, so that it may be kept for ever. */
  readonly isHashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const PACKED = '.br';

/** By path from the root of the site. A package has no plain file where it has a packed one. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const present = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  const paths = new Set(Array.from(present, (path) => path.replace(/\.br$/, '')));
  const read = (path: string): Buffer | undefined =>
    present.has(path) ? readFileSync(join(folder, path)) : undefined;
  return new Map(
    [...paths].flatMap((path) => {
      const type = TYPES[extname(path)];
      const brotli = read(path + PACKED);
      const plain = read(path) ?? (brotli && brotliDecompressSync(brotli));
      if (type === undefined || plain === undefined) return [];
      let zipped: Buffer | undefined;
      const gzip = (): Buffer | undefined => {
        if (brotli !== undefined) zipped ??= gzipSync(plain, { level: 9 });
        return zipped;
      };
      const isHashed = path.startsWith('assets/');
      return [[`/${path}`, { type, plain, gzip, brotli, isHashed }] as const];
    }),
  );
}
