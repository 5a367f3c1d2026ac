import { expect, onTestFinished, test, vi } from 'vitest';
import { EXIT } from '../../src/terminal/output.ts';
import { runClusterDemo } from './run-cluster-demo.ts';

/** The exit code, and what it said. */
async function run(...words: string[]): Promise<readonly [number, string]> {
  const said: string[] = [];
  const hear = (line: string): void => void said.push(line);
  return [await runClusterDemo(words, { out: hear, err: hear }), said.join('\n')];
}

test('[CLI-25] cluster demo explains itself, and names words that make no sense', async () => {
  expect(await run('--help')).toEqual([0, expect.stringMatching(/^Usage: perpetua cluster demo /)]);
  for (const [words, fault] of [
    [['--prot', '1'], '--prot is not known here; did you mean --port?'],
    [['--port', 'many'], '--port is a whole number from 0 to 65535'],
  ] as const)
    expect(await run(...words)).toEqual([EXIT.misunderstood, expect.stringContaining(fault)]);
});

test('[CLU-15] the demo says what is missing, and how to get it', async () => {
  vi.stubEnv('PERPETUA_NATS_SERVER', '/nowhere');
  vi.stubEnv('PERPETUA_POSTGRES_BIN', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const [code, text] = await run();
  expect(code).toBe(EXIT.failed);
  expect(text).toContain('nats-server 2.10 or newer is needed: install it');
  expect(text).toContain('PostgreSQL 13 or newer is needed: install it');
});
