import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { LeftBehind } from './open-many.ts';

const { NODE_COMPILE_CACHE } = process.env;
const PROGRAM = fileURLToPath(new URL('./open-many.ts', import.meta.url));
const MEBIBYTE = 2 ** 20;
/** Compiled code still grows a little. An open sandbox has more than this, and 100 were closed. */
const GROWTH_MAX = 2 * MEBIBYTE;

test('[LIB-8] two hundred sandboxes leave nothing in process, folder or console', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-library-'));
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', '--no-warnings', PROGRAM],
      {
        cwd: folder,
        maxBuffer: MEBIBYTE,
        env: {
          NODE_COMPILE_CACHE,
          HOME: folder,
          TMPDIR: folder,
          // The settings of a start would take these, and refuse them.
          PERPETUA_DATA: join(folder, 'data'),
          PERPETUA_SEED: '',
          PERPETUA_SPEED: 'fast',
          PORT: 'none',
        },
      },
    );
    expect(stderr).toBe('');
    const { early, late, resources, listeners, opened }: LeftBehind = JSON.parse(stdout);
    expect(readdirSync(folder)).toEqual([]);
    expect(listeners).toBe(0);
    expect(resources.filter((name) => name !== 'PipeWrap')).toEqual([]);
    expect(late - early).toBeLessThan(GROWTH_MAX);
    const median = [...opened].sort((one, other) => one - other)[opened.length >> 1];
    expect(median).toBeLessThan(300);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
