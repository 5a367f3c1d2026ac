/** Puts the documents of the interface on the wire: two for programs, and a page for people. */
import { readFileSync } from 'node:fs';
import { asyncApiDocument } from '../../wire/asyncapi.ts';
import { competitionAnnex } from '../../wire/competition/document.ts';
import { openApiDocument } from '../../wire/openapi.ts';
import { DIALECTS, dialectOf } from '../dialects.ts';
import type { Gateway } from '../gateway.ts';
import { JSON_TYPE } from '../security-headers.ts';
import { formatDocumentPage, STYLE_PATH } from './document-page.ts';

/** The page may take its style from here, and nothing else from anywhere. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const HOST_NAME = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const HERE = 'localhost';

export function serveDocuments({ http }: Pick<Gateway, 'http'>, version: string): void {
  // Relative to where it was fetched, so that it is right behind any proxy.
  const { errorName } = dialectOf('/competition').document;
  const annexes = [competitionAnnex(errorName)];
  const openApi = openApiDocument({ baseUrl: '/', version }, DIALECTS, annexes);
  const openApiText = JSON.stringify(openApi);
  const page = formatDocumentPage(openApi);
  const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');
  http.get('/openapi.json', (_request, reply) => reply.type(JSON_TYPE).send(openApiText));
  http.get('/asyncapi.json', ({ headers }, reply) => {
    const settings = { baseUrl: `http://${hostOf(headers.host)}`, version };
    const document = asyncApiDocument(settings, DIALECTS);
    return reply.type(JSON_TYPE).send(JSON.stringify(document));
  });
  http.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(page),
  );
  http.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

/** As the caller named this venue; a name that is none is not repeated. */
const hostOf = (host: string | undefined): string =>
  host !== undefined && HOST_NAME.test(host) ? host : HERE;
