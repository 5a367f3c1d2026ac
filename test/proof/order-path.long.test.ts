import { expect, test } from 'vitest';
import { measurePath } from '../../proof/order-path/bench-path.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';

/**
 * What a reader has to open to follow one order: 92 files since orders may come late, and one that
 * a timer may add on a slow machine. Lower it when the path gets shorter: 80 are wanted.
 */
const FILES_MAX = 93;

/** On a busy machine a timer may run beside every order of a measurement, but not of all five. */
const MEASUREMENTS_MAX = 5;

test('one signed order runs through few files', async () => {
  let files: readonly string[] | undefined;
  for (let count = 0; count < MEASUREMENTS_MAX; count += 1) {
    const ran = await inTemporaryFolder((folder) => measurePath(folder, 'v2', 0));
    files = files === undefined ? [...ran.keys()] : files.filter((file) => ran.has(file));
    expect(files).toContain('src/engine/place-order.ts');
    if (files.length <= FILES_MAX) return;
  }
  expect(files?.length).toBeLessThanOrEqual(FILES_MAX);
});
