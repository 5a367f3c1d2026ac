import { expect, test } from 'vitest';
import { measurePath } from '../../src/proof/order-path/bench-path.ts';
import { inTemporaryFolder } from '../../src/proof/temporary-folder.ts';

/** What a reader has to open to follow one order. Lower it when the path gets shorter. */
const FILES_MAX = 90;

test('one signed order runs through few files', async () => {
  const files = await inTemporaryFolder((folder) => measurePath(folder, 'v2'));
  expect([...files.keys()]).toContain('src/engine/place-order.ts');
  expect(files.size).toBeLessThanOrEqual(FILES_MAX);
});
