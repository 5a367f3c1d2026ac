/** Data folders of earlier versions, kept as they were written, opened by the present program. */
import { expect, test } from 'vitest';
import { inTemporaryFolder } from '../src/machine/temporary-folder.ts';
import { findKept, readTruth, truthOf, unpackKept } from './kept-folder/keep-folder.ts';

test.each(findKept())('[PKG-5] a folder of version %s has all that was in it', async (version) => {
  await inTemporaryFolder(async (folder) => {
    unpackKept(version, folder);
    expect(await readTruth(folder)).toEqual(truthOf(version));
  });
});
