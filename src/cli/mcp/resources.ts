/** What a client can read: the documents of this program, and the rules of the running venue. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { indexOf, partUri, splitDocument } from './document-parts.ts';
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
