/** What a client can read: the documents of this program, and the rules of the running venue. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { ToolSeat } from './tool-seat.ts';

const ROOT = new URL('../../../', import.meta.url);
const DOCUMENTS = ['README.md', 'docs/*.md', 'docs/spec/*.md'];
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

/** The rules by which orders are accepted, matched and settled. */
export const RULES_URI = 'perpetua://docs/spec/engine.md';

interface VenueResource {
  readonly name: string;
  readonly text: string;
  readonly mimeType: string;
  readonly read: (seat: ToolSeat) => Promise<string>;
}

const VENUE_RESOURCES: readonly VenueResource[] = [
  {
    name: 'docs.md',
    text: 'Every endpoint of the running venue in short, with the codes of errors',
    mimeType: MARKDOWN,
    read: async (seat) => {
      const response = await fetch(`${seat.baseUrl()}/docs.md`);
      if (!response.ok) throw new Error(`The venue answered with ${response.status}.`);
      return response.text();
    },
  },
  {
    name: 'contracts',
    text: 'The contracts of the running venue: steps, limits, fees and margin tiers',
    mimeType: JSON_TYPE,
    read: async (seat) => {
      const { market, perpetua } = seat.client();
      const [contracts, tiers] = await Promise.all([market.contracts(), perpetua.tiers()]);
      return JSON.stringify({ contracts, tiers });
    },
  },
  {
    name: 'season',
    text: 'The newest season of the running venue and its rules; null where there is none',
    mimeType: JSON_TYPE,
    read: async (seat) => {
      const { competition } = seat.client();
      const { season } = await competition.now();
      return JSON.stringify(season === null ? null : await competition.season());
    },
  },
];

export function registerResources(server: McpServer, seat: ToolSeat): void {
  const documents = new Map<string, Document>();
  for (const path of listDocuments()) {
    const read = (): string => readFileSync(new URL(path, ROOT), 'utf8');
    const title = /^# (.+)$/m.exec(read())?.[1] ?? path;
    documents.set(path, { title, mimeType: MARKDOWN, read: async () => read() });
  }
  for (const { name, text, mimeType, read } of VENUE_RESOURCES)
    documents.set(`venue/${name}`, { title: text, mimeType, read: () => read(seat) });
  for (const [path, { title, mimeType, read }] of documents)
    server.registerResource(path, `perpetua://${path}`, { title, mimeType }, ({ href }) =>
      tell(seat, href, mimeType, async () =>
        mimeType === MARKDOWN ? indexOf(href, await read()) : read(),
      ),
    );
  const title = 'One part of a long document; the document itself lists its parts';
  server.registerResource(
    'part',
    new ResourceTemplate(partUri('perpetua://{+path}', '{number}'), { list: undefined }),
    { title, mimeType: MARKDOWN },
    ({ href }, { path, number }) =>
      tell(seat, href, MARKDOWN, async () => {
        const parts = splitDocument((await documents.get(String(path))?.read()) ?? '');
        const part = parts[Number(number) - 1];
        if (!part)
          throw new Error(`There is no ${href}: read the document for a list of its parts.`);
        return part;
      }),
  );
}

interface Document {
  readonly title: string;
  readonly mimeType: string;
  readonly read: () => Promise<string>;
}

async function tell(
  seat: ToolSeat,
  uri: string,
  mimeType: string,
  read: () => Promise<string>,
): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri, mimeType, text: await read() }] };
  } catch (error) {
    throw new Error(seat.explain(uri, error), { cause: error });
  }
}

/** Paths from the root of the package. */
const listDocuments = (): string[] =>
  globSync(DOCUMENTS, { cwd: fileURLToPath(ROOT) })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** About two thousand tokens. */
export const PART_MAX = 8_000;

const HEADING = /^#{1,4} .+$/gm;
/** The breaks that are preferred, the best first: headings, higher ones before lower, and lines. */
const BREAKS: readonly RegExp[] = [/^(?=# )/m, /^(?=## )/m, /^(?=###+ )/m, /(?<=\n\n)/, /(?<=\n)/];

/**
 * In parts that a model can afford. A part ends before a heading where it can, otherwise at the end
 * of a line; all parts together are the document.
 */
export function splitDocument(text: string): string[] {
  return gather(splitAt(text, 0));
}

function splitAt(text: string, level: number): string[] {
  if (text.length <= PART_MAX) return [text];
  const found = BREAKS[level];
  if (found === undefined)
    return Array.from({ length: Math.ceil(text.length / PART_MAX) }, (_, at) =>
      text.slice(at * PART_MAX, (at + 1) * PART_MAX),
    );
  return gather(text.split(found).flatMap((piece) => splitAt(piece, level + 1)));
}

/** Puts neighbours together as long as they fit into a part. */
function gather(pieces: readonly string[]): string[] {
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length <= PART_MAX)
      parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  return parts;
}

/** The document itself if it is short; otherwise where its parts are, and what is in each. */
export function indexOf(uri: string, text: string): string {
  const parts = splitDocument(text);
  if (parts.length === 1) return text;
  const headings = parts.map((part) =>
    [...part.matchAll(HEADING)].map(([line]) => line.replace(/^#+ /, '')),
  );
  const tell = (wordsOf: (found: readonly string[]) => string): string => {
    const lines = headings.map(
      (found, at) => `- ${partUri(uri, at + 1)}: ${wordsOf(found) || 'goes on'}`,
    );
    return `This document is long. Read the part that you need:\n\n${lines.join('\n')}\n`;
  };
  const whole = tell((found) => found.join('; '));
  if (whole.length <= PART_MAX) return whole;
  // Of a document with very many headings, from which to which.
  return tell((found) => [...new Set([found[0], found.at(-1)])].filter(Boolean).join(' … '));
}

export const partUri = (uri: string, number: number | string): string => `${uri}/part/${number}`;
