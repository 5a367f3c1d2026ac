/** Everything the public door answers to, put together in one place. */
import { readFileSync } from 'node:fs';
import { serveDocuments } from '../../gateway/documents/serve-documents.ts';
import type { Gateway } from '../../gateway/server.ts';
import { serveSockets } from '../../gateway/sockets/serve-sockets.ts';
import { openAiLogFile } from '../../gateway/v2/ai-logs.ts';
import { serveV2 } from '../../gateway/v2/serve-v2.ts';
import * as windows from '../../views/depth-window.ts';
import type { DataFiles } from './data-files.ts';

export async function routeEverything(gateway: Gateway, files: DataFiles): Promise<void> {
  const aiLogs = await openAiLogFile(files.aiLogs);
  // After the last request was answered: none of them loses what it was told is kept.
  gateway.http.addHook('onClose', () => aiLogs.close());
  serveV2(gateway, { aiLogs });
  serveSockets(gateway, { windows });
  serveDocuments(gateway, readVersion());
}

/** Of the program, as its package says. */
function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
  return String(version);
}
