/** A published result as one file, which `tar` unpacks. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readFiles } from '../contest-folder.ts';
import { RESULT_FOLDER } from '../judge-contest.ts';
import { packTar } from '../tar.ts';

export const packResult = (folder: string): Uint8Array =>
  gzipSync(packTar(readFiles(join(folder, RESULT_FOLDER))));
