/**
 * The readable form of the OpenAPI document: one page without scripts, made once. It says nothing
 * that the document does not say, so that the two cannot disagree.
 */
import type { PlainObject } from '../../wire/document.ts';
import { formatOperation } from './format-operation.ts';
import { formatProse, html, type Markup } from './markup.ts';
import { groupsOf, type Operation } from './operation.ts';
import { plainPart, plainText } from './schema.ts';
import { CONTENTS_PATH, SHORT_PATH } from './short-documents.ts';

export const STYLE_PATH = '/docs/style.css';

export function formatDocumentPage(document: PlainObject): string {
  const info = plainPart(plainPart(document).info);
  const groups = groupsOf(document);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plainText(info.title)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<nav aria-label="Endpoints">
<p><a href="#top">Perpetua</a></p>
${groups.map(({ text, operations: listed }) => formatGroupLinks(text, listed))}
</nav>
<main id="top">
<h1>${plainText(info.title)}</h1>
<p class="documents">Version ${plainText(info.version)} ·
<a href="/openapi.json">OpenAPI 3.1</a> · <a href="/asyncapi.json">AsyncAPI 3</a> ·
<a href="${SHORT_PATH}">Markdown</a> · <a href="${CONTENTS_PATH}">llms.txt</a></p>
<div id="introduction">
${formatProse(plainText(info.description))}
</div>
${groups.map(
  ({ name, text, operations: listed }) => html`<h2 id="${name}">${text}</h2>
${listed.map(formatOperation)}`,
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
