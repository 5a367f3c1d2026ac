/**
 * The folder of the built page, built first where its sources have changed. In a process of its
 * own, so that the venue does not carry the builder's memory. A venue without a page still trades.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '../../gateway/log.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/build-page.mjs', import.meta.url));

export async function providePage(log: Log): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT]);
    process.stderr.write(stderr);
    return stdout.trim();
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    log.warn({ because }, 'the page could not be built; the venue runs without it');
    return undefined;
  }
}
