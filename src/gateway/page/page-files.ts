/** The files of the built page, read once, by path and in every encoding. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Undefined if compression gains nothing. */
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
  /** Its name changes with its content, so that it may be kept for ever. */
  readonly isHashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** By path from the root of the site. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const present = new Set(paths);
  const read = (path: string): Buffer | undefined =>
    present.has(path) ? readFileSync(join(folder, path)) : undefined;
  return new Map(
    paths.flatMap((path) => {
      const type = TYPES[extname(path)];
      const plain = type === undefined ? undefined : read(path);
      if (type === undefined || plain === undefined) return [];
      const gzip = read(`${path}.gz`);
      const brotli = read(`${path}.br`);
      const isHashed = path.startsWith('assets/');
      return [[`/${path}`, { type, plain, gzip, brotli, isHashed }] as const];
    }),
  );
}
