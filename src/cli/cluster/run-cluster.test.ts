import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EXIT, TERMINAL } from '../../terminal/output.ts';
import { runCluster } from './run-cluster.ts';

/** The exit code, and what it said. */
async function run(...words: string[]): Promise<readonly [number, string]> {
  const said: string[] = [];
  const hear = (line: string): void => void said.push(line);
  vi.spyOn(TERMINAL, 'out').mockImplementation(hear);
  vi.spyOn(TERMINAL, 'err').mockImplementation(hear);
  onTestFinished(() => void vi.restoreAllMocks());
  return [await runCluster(words), said.join('\n')];
}

test.each(['status', 'import', 'restore'])('[CLI-25] cluster %s explains itself', async (verb) => {
  const [code, text] = await run(verb, '--help');
  expect(code).toBe(EXIT.done);
  expect(text).toMatch(new RegExp(`^Usage: perpetua cluster ${verb} `));
  expect((await run())[1]).toContain(`  ${verb} `);
});

test.each([
  ['statuss', 'did you mean "cluster status"?'],
  ['status --venue v', '--log is missing: nats://host:port'],
  ['status --log nats://a:1', '--venue is missing: a word'],
  ['status --log nats://a:1 --venue v --expect many', '--expect takes a whole number'],
])('[CLI-25] words that make no sense are named: %s', async (line, words) => {
  const [code, text] = await run(...line.split(' '));
  expect([code, text]).toEqual([EXIT.misunderstood, expect.stringContaining(words)]);
});

test('[CLI-25] servers that do not answer are named without their password', async () => {
  const [code, text] = await run('status', '--log', 'nats://u:secret@127.0.0.1:1', '--venue', 'v');
  expect([code, text]).toEqual([
    EXIT.absent,
    expect.stringContaining('no server of nats://u:***@127.0.0.1:1 answers'),
  ]);
  expect(text).not.toContain('secret');
});

test('[CLU-14] the status of servers that are not there is code 3', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  await new Promise((resolve) => server.close(resolve));
  const [code, text] = await run(
    'status',
    '--log',
    `nats://me:secret@127.0.0.1:${port}`,
    '--venue',
    'v',
  );
  expect(code).toBe(EXIT.absent);
  expect(text).toContain(`no server of nats://me:***@127.0.0.1:${port} answers`);
});
