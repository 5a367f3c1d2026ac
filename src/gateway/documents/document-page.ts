/**
 * The readable form of the OpenAPI document: one page, made once. It says nothing that the document
 * does not say, so that the two cannot disagree. Its script searches and copies; all of the page
 * can be read without it.
 */
import type { PlainObject } from '../../wire/document.ts';
import { EXAMPLE_ORIGIN, formatCurl, formatExample, formatJson } from './format-curl.ts';
import { formatProse, headedTable, html, inlineCode, type Markup } from './markup.ts';
import {
  aboutOf,
  answerOf,
  type FieldRow,
  fieldRows,
  groupsOf,
  type Operation,
  type Part,
  plainList,
  plainPart,
  plainText,
  requestRows,
  sampleValue,
} from './schema.ts';
import { CONTENTS_PATH, SHORT_PATH } from './short-documents.ts';

export const STYLE_PATH = '/docs/style.css';
export const SCRIPT_PATH = '/docs/page.js';

export function formatDocumentPage(document: PlainObject): string {
  const info = plainPart(plainPart(document).info);
  const groups = groupsOf(document);
  const schemes = plainPart(plainPart(plainPart(document).components).securitySchemes);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plainText(info.title)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body data-example-origin="${EXAMPLE_ORIGIN}">
<nav aria-label="Endpoints" tabindex="0">
<p><a href="/">← Trading page</a> · <a href="#top">Top</a></p>
<p hidden><label for="search">Search <kbd>/</kbd></label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<span id="found" role="status"></span></p>
${groups.map(({ text, operations: listed }) => formatGroupLinks(text, listed))}
</nav>
<main id="top">
<h1>${plainText(info.title)}</h1>
<p class="documents">Version ${plainText(info.version)} ·
<a href="/openapi.json">OpenAPI 3.1</a> · <a href="/asyncapi.json">AsyncAPI 3</a> ·
<a href="${SHORT_PATH}">Markdown</a> · <a href="${CONTENTS_PATH}">llms.txt</a></p>
<div id="introduction">
${formatProse(plainText(info.description))}
<p>Shell commands take <code>API_KEY</code>, <code>SECRET_KEY</code> and <code>PASSPHRASE</code>
from the environment. A new venue writes those of its sandbox accounts to
<code>data/credentials.json</code>.</p>
</div>
${groups.map(
  ({ name, text, operations: listed }) => html`<h2 id="${name}">${text}</h2>
${listed.map((operation) => formatOperation(operation, schemes))}`,
)}
</main>
</body>
</html>
`;
  return page.markup;
}

const formatGroupLinks = (text: string, operations: readonly Operation[]): Markup =>
  html`<h2>${text}</h2>
<ul>
${operations.map(
  ({ id, method, path }) =>
    html`<li><a href="#${id}"><b class="${method}">${method}</b> ${shorten(path)}</a></li>`,
)}
</ul>`;

/** The part of a path by which one tells it from its neighbours. */
const shorten = (path: string): string => path.replace(/^\/(?:c?api\/v\d+\/)?/, '');

export function formatOperation(entry: Operation, schemes: Part): Markup {
  const { id, tag, method, path, operation } = entry;
  const { text, limits } = aboutOf(operation);
  const answer = answerOf(operation);
  return html`<section id="${id}" data-tag="${tag}">
<h3><b class="${method}">${method}</b> <code>${path}</code></h3>
<p class="summary">${plainText(operation.summary)}</p>
${formatProse(text)}
<p class="limits">${limits}</p>
${formatFields('required', requestRows(operation)) ?? html`<p>It takes no fields.</p>`}
<h4>Example</h4>
${formatCode('The request', formatExample(entry))}
${formatCode('As a shell command', formatCurl(entry, schemes), 'curl')}
${formatCode('The answer', formatJson(sampleValue(answer)))}
<details><summary>Fields of the answer</summary>
${formatFields('always there', fieldRows(answer)) ?? html`<p>It has no named fields.</p>`}
</details>
<details><summary>Errors</summary>
${formatErrors(operation)}
</details>
</section>`;
}

/** Undefined where there are none. */
const formatFields = (certain: string, rows: readonly FieldRow[]): Markup | undefined =>
  rows.length === 0
    ? undefined
    : headedTable(
        ['field', 'value', certain, 'meaning'],
        rows.map(({ name, kind, isRequired, text }) => [
          html`<code>${name}</code>`,
          html`${kind}`,
          html`${isRequired ? 'yes' : ''}`,
          inlineCode(text),
        ]),
      );

/** The arrow keys scroll it, once the tab key has reached it. */
const formatCode = (label: string, text: string, kind = 'text'): Markup =>
  html`<div class="code">
<pre class="${kind}" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
</div>`;

/** What an unknown path is answered with: no endpoint is one. */
const NO_PATH: ReadonlySet<string> = new Set(['404', '-1150']);

function formatErrors({ responses }: Part): Markup {
  const rows = Object.entries(plainPart(responses))
    .filter(([status, value]) => status !== '200' || 'x-codes' in plainPart(value))
    .map(([status, value]) => {
      const response = plainPart(value);
      const codes = plainList(response['x-codes'])
        .map(String)
        .filter((code) => !NO_PATH.has(code));
      const when = status === '200' ? 'Refused' : plainText(response.description);
      return [html`${status}`, html`${when}`, html`${codes.join(', ')}`];
    });
  return headedTable(['HTTP', 'when', 'codes, as in the table above'], rows);
}
