/** A program in its sandbox on Node, which reads what the sandbox is made of from files. */
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { reasonOf } from '../domain/reason-of.ts';
import { openSandboxed, type ProgramBirth, type SandboxedProgram } from './program.ts';

/** Where the package that `npm pack` makes has it. */
const BUNDLED = new URL('../bundled/quickjs.wasm.br', import.meta.url);
const INSTALLED = '@jitl/quickjs-wasmfile-release-sync/wasm';

export const readQuickJs = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    existsSync(BUNDLED)
      ? brotliDecompressSync(readFileSync(BUNDLED))
      : readFileSync(fileURLToPath(import.meta.resolve(INSTALLED))),
  );

export const readPrelude = (): string =>
  readFileSync(new URL('./prelude.js', import.meta.url), 'utf8');

export function stripTypes(text: string): string {
  const { emitWarning } = process;
  // Node warns that it may yet change how this is done: no news for whoever runs a contest.
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    throw new Error(`its types cannot be taken away: ${reasonOf(error)}`);
  } finally {
    process.emitWarning = emitWarning;
  }
}

const PARTS = { wasm: readQuickJs().buffer, prelude: readPrelude(), stripTypes };

export const openProgram = (birth: ProgramBirth): Promise<SandboxedProgram> =>
  openSandboxed(PARTS, birth);
