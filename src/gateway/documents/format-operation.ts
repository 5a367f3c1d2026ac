/** One endpoint on the page: what it is, what it costs, what goes in, what comes out. */

import { formatCurl, formatExample } from './format-curl.ts';
import { formatProse, headedTable, html, inlineCode, type Markup } from './markup.ts';
import { aboutOf, answerOf, type Operation, requestRows } from './operation.ts';
import {
  type FieldRow,
  fieldRows,
  type Part,
  plainList,
  plainPart,
  plainText,
  sampleValue,
} from './schema.ts';

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
${formatCode('The answer', formatValue(sampleValue(answer)))}
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

const formatValue = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** What an unknown path is answered with: no endpoint is one. */
const NO_PATH: ReadonlySet<string> = new Set(['404', '-1150']);

function formatErrors({ responses }: Part): Markup {
  const rows = Object.entries(plainPart(responses))
    .filter(([status]) => status !== '200')
    .map(([status, value]) => {
      const response = plainPart(value);
      const codes = plainList(response['x-codes'])
        .map(String)
        .filter((code) => !NO_PATH.has(code));
      return [html`${status}`, html`${plainText(response.description)}`, html`${codes.join(', ')}`];
    });
  return headedTable(['HTTP', 'when', 'codes, as in the table above'], rows);
}
