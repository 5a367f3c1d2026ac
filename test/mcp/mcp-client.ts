/** The kit's own client, in front of `perpetua mcp` as other programs start it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readContractRows } from '../../src/gateway/load-contracts.ts';
import { PROGRAM } from '../cli/venue-process.ts';

/** Settings of a venue with one market instead of eight, which starts and steps much faster. */
export function oneMarket(folder: string): string[] {
  const path = join(folder, 'contracts.json');
  writeFileSync(path, JSON.stringify(readContractRows().slice(0, 1)));
  return ['--contracts', path, '--page', 'off', '--log-level', 'error'];
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
type Json = any;

/** A loaded machine is slow, not wrong. */
const PATIENCE = { timeout: 180_000 };

export interface McpClient {
  readonly client: Client;
  readonly pid: () => number;
  /** What a tool told; fails where it was refused. */
  readonly call: (tool: string, asked?: object) => Promise<Json>;
  /** The words of a refusal; fails where there is none. */
  readonly refusal: (tool: string, asked?: object) => Promise<string>;
  /** Everything that came from the server, and what it said to people. */
  readonly heard: () => string;
  readonly close: () => Promise<void>;
}

export async function openMcpClient(
  words: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  versionNegotiation: ClientOptions['versionNegotiation'] = {},
): Promise<McpClient> {
  let heard = '';
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', ...words],
    cwd,
    env,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (text) => {
    heard += text;
  });
  const client = new Client({ name: 'tester', version: '1.0.0' }, { versionNegotiation });
  await client.connect(transport, PATIENCE);
  const run = async (name: string, asked: object) => {
    const told = await client.callTool({ name, arguments: { ...asked } }, PATIENCE);
    const [first] = told.content;
    const text = first?.type === 'text' ? first.text : '';
    heard += text;
    return { text, isError: told.isError === true };
  };
  return {
    client,
    pid: () => transport.pid ?? 0,
    call: async (tool, asked = {}) => {
      const { text, isError } = await run(tool, asked);
      if (isError) throw new Error(`${tool}: ${text}`);
      return JSON.parse(text);
    },
    refusal: async (tool, asked = {}) => {
      const { text, isError } = await run(tool, asked);
      if (!isError) throw new Error(`${tool} was not refused: ${text}`);
      return text;
    },
    heard: () => heard,
    close: () => client.close(),
  };
}
