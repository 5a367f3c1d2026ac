/**
 * The readable form of the OpenAPI document: one page, made once. It says nothing that the document
 * does not say, so that the two cannot disagree. Its script searches and copies; all of the page
 * can be read without it.
 */
import type { PlainObject } from '../../wire/document.ts';
import { EXAMPLE_ORIGIN } from './format-curl.ts';
import { formatOperation } from './format-operation.ts';
import { formatProse, html, type Markup } from './markup.ts';
import { groupsOf, type Operation } from './operation.ts';
import { plainPart, plainText } from './schema.ts';
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
