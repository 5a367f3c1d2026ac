import { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { assert } from '../../domain/assert.ts';
import { COMPETITION_ENDPOINTS } from '../../wire/competition/document.ts';
import { ERRORS } from '../../wire/errors.ts';
import { DIALECTS } from '../dialects.ts';
import type { AnswerPage } from '../route.ts';
import { html } from './markup.ts';
import { serveDocuments } from './serve-documents.ts';

const ENDPOINTS = [...DIALECTS.flatMap(({ endpoints }) => endpoints), ...COMPETITION_ENDPOINTS];

const pages = new Map<string, AnswerPage>();
serveDocuments({ routePage: ({ path, answer }) => void pages.set(path, answer) }, '1.2.3');

const fetchText = async (url: string, host = 'venue.example:8700') => {
  const answer = pages.get(url);
  assert(answer !== undefined, 'there is such a page', url);
  const { status, headers, body } = await answer({ headers: { host }, socket: new Socket() });
  expect(status).toBe(200);
  const { 'content-type': type, 'content-security-policy': policy } = headers;
  return { type, policy, body: String(body) };
};

test('[DOC-1] the two documents are served with the version and every endpoint', async () => {
  const openApi = await fetchText('/openapi.json');
  expect(openApi.type).toBe('application/json; charset=utf-8');
  const document = JSON.parse(openApi.body);
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  expect(Object.keys(document.paths)).toEqual([...new Set(ENDPOINTS.map(({ path }) => path))]);
  expect(document.servers).toEqual([{ url: '/' }]);

  const hostIn = async (host: string): Promise<string> => {
    const { servers } = JSON.parse((await fetchText('/asyncapi.json', host)).body);
    return `${servers.public.protocol}://${servers.public.host}`;
  };
  expect(await hostIn('venue.example:8700')).toBe('ws://venue.example:8700');
  expect(await hostIn('[::1]:8700')).toBe('ws://[::1]:8700');
  expect(await hostIn('"><script>')).toBe('ws://localhost');
});

test('[DOC-3] the public side of a competition is in it, claim tokens included', async () => {
  const { paths, tags, components } = JSON.parse((await fetchText('/openapi.json')).body);
  expect(tags.at(-1).name).toBe('competition');
  for (const { id, method, path } of COMPETITION_ENDPOINTS)
    expect(paths[path][method.toLowerCase()]).toMatchObject({
      operationId: id,
      tags: ['competition'],
      responses: { 200: { description: 'Success' }, 429: { 'x-codes': ['429'] } },
    });
  const equity = paths['/competition/teams/{team}/equity'].get;
  expect(equity.security).toEqual([]);
  expect(
    equity.parameters.map(({ name, in: place }: Record<string, string>) => [name, place]),
  ).toEqual([
    ['team', 'path'],
    ['season', 'query'],
  ]);
  expect(Object.keys(equity.responses)).toEqual(['200', '404', '429']);
  const claim = paths['/competition/registrations/{id}/credentials'].post;
  expect(claim.security).toEqual([{ claim: [] }]);
  expect(components.securitySchemes.claim).toMatchObject({ type: 'http', scheme: 'bearer' });
  const { requestBody } = paths['/competition/registrations'].post;
  const { schema } = requestBody.content['application/json'];
  expect(schema.required).toEqual(['team', 'members', 'contact', 'addresses', 'strategy']);
});

test('[DOC-2] the page shows every endpoint: cost, fields, example and errors', async () => {
  const { body, type } = await fetchText('/docs');
  expect(type).toBe('text/html; charset=utf-8');
  for (const code of Object.keys(ERRORS)) expect(body).toContain(`<td>${code}</td>`);
  for (const { id, method, path, ipWeight, request } of ENDPOINTS) {
    const section = sectionOf(body, id);
    expect(section).toContain(`<b class="${method}">${method}</b> <code>${path}</code>`);
    expect(section).toContain(`Weight ${ipWeight} per address`);
    expect(section, id).toMatch(
      /<pre class="text" tabindex="0" role="region" aria-label="The request">/,
    );
    expect(section, id).toContain(`<code>${method} ${path}`);
    expect(section, id).toMatch(/<pre class="curl" [^>]*><code>[^<]*curl -s/);
    // One dialect tells its errors with status 200.
    expect(section, `the errors of its dialect lack the one for too many calls: ${id}`).toMatch(
      /<td>(?:429|200)<\/td>/,
    );
    for (const name of Object.keys(request.properties))
      expect(section, id).toContain(`<td><code>${name}</code></td>`);
  }
});

test('[DOC-2] the page runs nothing inline and takes nothing from elsewhere', async () => {
  const { body, policy } = await fetchText('/docs');
  expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; ");
  expect(body.match(/<script[\s\S]*?<\/script>/g)).toEqual([
    '<script type="module" src="/docs/page.js"></script>',
  ]);
  expect(body).not.toMatch(/<style| style=| on[a-z]+=/);
  const named = new Set([...body.matchAll(/https?:\/\/[\w.:-]+/g)].map(([url]) => url));
  expect(named).toEqual(new Set(['http://localhost:8700']));
  const links = [...body.matchAll(/ href="([^"#][^"]*)"/g)].map(([, link]) => link);
  const others = ['/openapi.json', '/asyncapi.json', '/docs.md', '/llms.txt'];
  expect(new Set(links)).toEqual(new Set(['/', '/docs/style.css', ...others]));
  expect((await fetchText('/docs/style.css')).type).toBe('text/css; charset=utf-8');
  expect((await fetchText('/docs/page.js')).type).toBe('text/javascript; charset=utf-8');
});

test('[DOC-4] the two texts name every endpoint, and link only what is there', async () => {
  const contents = await fetchText('/llms.txt');
  expect(contents.type).toBe('text/plain; charset=utf-8');
  expect(contents.body).toMatch(/^# Perpetua contract trading\n\n> Perpetual contracts/);
  const { body: page } = await fetchText('/docs');
  for (const [, path = '', id] of contents.body.matchAll(/\]\((\/[^)#]*)(?:#([^)]*))?\)/g)) {
    expect(pages.has(path), path).toBe(true);
    if (id !== undefined) expect(page).toContain(`<section id="${id}" `);
  }
  const short = await fetchText('/docs.md');
  expect(short.type).toBe('text/markdown; charset=utf-8');
  expect(short.body.length).toBeLessThan(page.length / 4);
  for (const code of Object.keys(ERRORS)) expect(short.body).toContain(`| ${code} |`);
  for (const { id, method, path, summary, ipWeight, request } of ENDPOINTS) {
    expect(contents.body).toContain(`- [${method} ${path}](/docs#${id}): ${summary}`);
    const entry = short.body.split(`### ${method} ${path}\n`)[1]?.split('\n##')[0] ?? '';
    expect(entry, id).toContain(`${summary}. `);
    expect(entry, id).toContain(`Weight ${ipWeight} per address`);
    for (const name of Object.keys(request.properties))
      expect(entry, id).toContain(`- \`${name}\``);
  }
});

test('[DOC-2] the page is sent compressed to who takes that', async () => {
  const visit = { headers: { 'accept-encoding': 'br, gzip' }, socket: new Socket() };
  const reply = await pages.get('/docs')?.(visit);
  expect(reply?.headers['content-encoding']).toBe('gzip');
  const plain = (await fetchText('/docs')).body;
  expect(gunzipSync(Buffer.from(reply?.body ?? '')).toString()).toBe(plain);
  expect(reply?.body?.length).toBeLessThan(plain.length / 10);
});

test('[DOC-2] what is not markup is escaped', () => {
  expect(html`<p title="${'"\''}">${'<b>&'}</p>`.markup).toBe(
    '<p title="&quot;&#39;">&lt;b&gt;&amp;</p>',
  );
});

const sectionOf = (body: string, id: string): string =>
  body.split(`<section id="${id}" `)[1]?.split('</section>')[0] ?? '';
