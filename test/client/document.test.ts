import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALICE } from '../gateway-v2/rest-kit.ts';
import { keysOf, openClientKit } from './client-kit.ts';

test('[CLT-10] the program of the document runs', async () => {
  const kit = await openClientKit({ sockets: {} });
  // Inside the repository, whose own name is found from there.
  mkdirSync('dist', { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), 'dist/client-page-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true });
    await kit.close();
  });
  const credentials = join(folder, 'credentials.json');
  writeFileSync(credentials, JSON.stringify([await keysOf(kit.rest, ALICE)]));
  const text = readFileSync('docs/CLIENT.md', 'utf8');
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block);
  const program = blocks
    .join('\n')
    .replace('http://localhost:8700', `http://127.0.0.1:${kit.rest.port}`)
    .replace('data/credentials.json', credentials);
  const file = join(folder, 'program.mts');
  writeFileSync(file, program);
  // A reader runs it again, against the same venue.
  for (const said of [await runProgram(file), await runProgram(file)]) {
    expect(said).toMatch(/^last 90000\.\d best bid \[/m);
    expect(said).toContain('resting true\n');
    expect(said).toMatch(/^40015 not-applied .*size/m);
    expect(said).toMatch(/^mark \d/m);
    expect(said).toContain('order CANCELED\n');
    expect(said).toContain('book true orders 0\n');
  }
});

const runProgram = (file: string): Promise<string> =>
  new Promise((resolve, fail) => {
    const args = ['--conditions=perpetua-source', file];
    execFile(process.execPath, args, { timeout: 60_000 }, (error, out, complaint) =>
      error === null ? resolve(out) : fail(new Error(`${complaint}${out}`)),
    );
  });
