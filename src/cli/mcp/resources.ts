/** What a client can read: the documents of this program, and the rules of the running venue. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';
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
  for (const path of listDocuments()) {
    const read = (): string => readFileSync(new URL(path, ROOT), 'utf8');
    const title = /^# (.+)$/m.exec(read())?.[1] ?? path;
    server.registerResource(
      path,
      `perpetua://${path}`,
      { title, mimeType: MARKDOWN },
      async ({ href }) => ({ contents: [{ uri: href, mimeType: MARKDOWN, text: read() }] }),
    );
  }
  for (const { name, text, mimeType, read } of VENUE_RESOURCES)
    server.registerResource(
      `venue/${name}`,
      `perpetua://venue/${name}`,
      { title: text, mimeType },
      async ({ href }) => {
        try {
          return { contents: [{ uri: href, mimeType, text: await read(seat) }] };
        } catch (error) {
          throw new Error(seat.explain(href, error), { cause: error });
        }
      },
    );
}

/** Paths from the root of the package. */
const listDocuments = (): string[] =>
  globSync(DOCUMENTS, { cwd: fileURLToPath(ROOT) })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
