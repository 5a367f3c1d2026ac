/**
 * The folder of the built page, or of the script that checks a contest. An installed package brings
 * both along. In a clone they are built first if their sources have changed, in a separate process
 * so that the venue does not carry the builder's memory. A venue without a page still trades.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../domain/reason-of.ts';

/** Beside the built code; there are no such folders beside the sources. */
const SHIPPED = {
  page: fileURLToPath(new URL('../page', import.meta.url)),
  verifier: fileURLToPath(new URL('../verifier-page', import.meta.url)),
};
const SCRIPT = fileURLToPath(new URL('../../scripts/build-page.mjs', import.meta.url));

export async function providePage(
  logger: { readonly warn: (details: object, problem: string) => void },
  stop?: AbortSignal,
  kind: keyof typeof SHIPPED = 'page',
): Promise<string | undefined> {
  if (existsSync(SHIPPED[kind])) return SHIPPED[kind];
  // What it says of its work is read while it works. Through the channel it notices that nobody
  // waits for it any more.
  const builder = fork(SCRIPT, [kind], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    ...(stop === undefined ? {} : { signal: stop, killSignal: 'SIGKILL' }),
  });
  try {
    return await readFolder(builder);
  } catch (error) {
    const because = reasonOf(error);
    if (stop?.aborted !== true)
      logger.warn({ because }, 'the page could not be built; the venue runs without it');
    return undefined;
  }
}

async function readFolder(builder: ChildProcess): Promise<string> {
  let said = '';
  builder.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = await once(builder, 'close');
  if (code !== 0) throw new Error(`its builder ended with ${code ?? signal}`);
  return said.trim();
}
