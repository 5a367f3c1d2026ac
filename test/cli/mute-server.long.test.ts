/** A server that takes connections and says nothing, as one that was stopped does. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openScene } from './venue-process.ts';

test.each([
  ['cluster status --venue v', 3],
  ['start --venue v --records postgres://a@127.0.0.1:1/b', 1],
])('[CLI-25] [CLI-21] with a mute server of the log it ends: %s', async (line, code) => {
  const scene = openScene();
  onTestFinished(scene.close);
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = Object(server.address());
  const command = scene.run(...line.split(' '), '--log', `nats://127.0.0.1:${port}`);
  expect(await command.ended, command.complained()).toBe(code);
  expect(command.complained()).toMatch(/no (?:NATS )?server .*timeout/);
});
