/**
 * Puts the documents of the interface on the wire: two for programs, two for programs that read
 * text, and a page for people.
 */
import { readFileSync } from 'node:fs';
import { TLSSocket } from 'node:tls';
import { asyncApiDocument } from '../../wire/asyncapi.ts';
import { competitionAnnex } from '../../wire/competition/document.ts';
import { openApiDocument } from '../../wire/openapi.ts';
import { DIALECTS, dialectOf } from '../dialects.ts';
import type { Gateway } from '../gateway.ts';
import { keepDocument } from '../kept-document.ts';
import { JSON_TYPE } from '../reply.ts';
import type { AnswerPage, PageRoute } from '../route.ts';
import { formatDocumentPage, SCRIPT_PATH, STYLE_PATH } from './document-page.ts';
import { CONTENTS_PATH, formatContents, formatEndpoints, SHORT_PATH } from './short-documents.ts';

/** The page may take its style and its script from here, and nothing else from anywhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const HOST_NAME = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const HERE = 'localhost';
const NAME_GAP = 'name.invalid';

/** The documents by version: making them takes longer than opening a venue in memory. */
const made = new Map<string, readonly PageRoute[]>();

export function serveDocuments({ routePage }: Pick<Gateway, 'routePage'>, version: string): void {
  const routes = made.get(version) ?? makeDocuments(version);
  made.set(version, routes);
  for (const route of routes) routePage(route);
}

function makeDocuments(version: string): readonly PageRoute[] {
  const get = (path: string, answer: AnswerPage): PageRoute => ({ method: 'GET', path, answer });
  const keep = (path: string, type: string, text: string, headers = {}): PageRoute =>
    get(path, keepDocument({ type, make: () => text, headers }));
  // Relative to where it was fetched, so that it is right behind any proxy.
  const { errorName } = dialectOf('/competition').document;
  const annexes = [competitionAnnex(errorName)];
  const openApi = openApiDocument({ baseUrl: '/', version }, DIALECTS, annexes);
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  // Written once, with a gap for the name under which the caller knows this venue.
  const writeAsyncApi = (scheme: string): string[] =>
    JSON.stringify(
      asyncApiDocument({ baseUrl: `${scheme}://${NAME_GAP}`, version }, DIALECTS),
    ).split(NAME_GAP);
  const [plain, encrypted] = [writeAsyncApi('http'), writeAsyncApi('https')];
  return [
    keep('/openapi.json', JSON_TYPE, JSON.stringify(openApi)),
    get('/asyncapi.json', ({ headers: { host }, socket }) => ({
      status: 200,
      headers: { 'content-type': JSON_TYPE },
      body: (socket instanceof TLSSocket ? encrypted : plain).join(hostOf(host)),
    })),
    keep('/docs', 'text/html; charset=utf-8', formatDocumentPage(openApi), {
      'content-security-policy': PAGE_POLICY,
    }),
    keep(CONTENTS_PATH, 'text/plain; charset=utf-8', formatContents(openApi)),
    keep(SHORT_PATH, 'text/markdown; charset=utf-8', formatEndpoints(openApi)),
    keep(STYLE_PATH, 'text/css; charset=utf-8', read('style.css')),
    keep(SCRIPT_PATH, 'text/javascript; charset=utf-8', read('page-script.js')),
  ];
}

/** As the caller named this venue; a name that is none is not repeated. */
const hostOf = (host: string | undefined): string =>
  host !== undefined && HOST_NAME.test(host) ? host : HERE;
