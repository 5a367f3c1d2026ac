/** Small pieces of HTML. Whatever is not made here is escaped before it reaches a page. */

/** Text that is markup already. */
export interface Markup {
  readonly markup: string;
}

export const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

type Part = string | Markup | readonly Markup[];

/** A template whose values are escaped, unless they are markup. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts
    .map((text, at) => text + (at < parts.length ? formatPart(parts[at]!) : ''))
    .join(''),
});

function formatPart(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('\n');
}

/** What stands between backticks is code. */
export const inlineCode = (text: string): Markup => ({
  markup: text
    .split('`')
    .map((piece, at) => (at % 2 === 1 ? `<code>${escapeText(piece)}</code>` : escapeText(piece)))
    .join(''),
});

export const headedTable = (
  head: readonly string[],
  rows: readonly (readonly Markup[])[],
): Markup =>
  html`<table tabindex="0">
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
</tbody>
</table>`;

/** Paragraphs, inline code and tables: as much Markdown as the documents use. */
export const formatProse = (text: string): Markup[] =>
  text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n');
    if (!lines.every((line) => line.startsWith('|'))) return html`<p>${inlineCode(block)}</p>`;
    const [head = [], , ...rows] = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return headedTable(
      head,
      rows.map((row) => row.map(inlineCode)),
    );
  });
