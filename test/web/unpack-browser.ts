/**
 * The browser of the npm package, unpacked once for this machine. The package itself unpacks into
 * the folder of temporary files and takes any file there for a whole one, so two test files at once
 * would run a half-written browser. Here each unpacks into a folder of its own, and one of them
 * becomes the folder that everybody uses.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = '@sparticuz/chromium';
const require = createRequire(import.meta.url);

export async function unpackBrowser(
  parent: string = tmpdir(),
  unpack: (folder: string) => Promise<void> = unpackInto,
): Promise<string> {
  const { version } = require(join(dirname(require.resolve(PACKAGE)), '../../package.json'));
  const folder = join(parent, `perpetua-chromium-${version}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const own = mkdtempSync(join(parent, 'perpetua-unpacking-'));
  try {
    await unpack(own);
    renameSync(own, folder);
  } catch (error) {
    // Another was sooner: a folder with something in it is not replaced.
    if (!existsSync(executable)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return executable;
}

/** In a process of its own, because the package asks the environment where to unpack. */
async function unpackInto(folder: string): Promise<void> {
  const words = `(await import(${JSON.stringify(PACKAGE)})).default.executablePath()`;
  const args = ['--input-type=module', '--eval', `await ${words}`];
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, env });
}
