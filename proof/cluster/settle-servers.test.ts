import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { settleServers } from './nats-servers.ts';

const NAMES = ['n1', 'n2', 'n3'] as const;

/** Answers as a server does where it is asked how it is. */
async function monitor(say: () => object): Promise<string> {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ meta_cluster: say() }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

test('[CLU-15] where none leads, each is started again in its turn', async () => {
  const again: string[] = [];
  const isHeard = (): boolean => again.includes('n3');
  const others = [{ name: 'n2' }, { name: 'n3' }];
  const leader = (): object => (isHeard() ? { leader: 'n1', replicas: others } : {});
  const monitors = [await monitor(leader), await monitor(() => ({})), await monitor(() => ({}))];
  await settleServers(
    { names: NAMES, monitors, again: async (name) => void again.push(name), stop: undefined },
    10,
  );
  expect(again).toEqual(NAMES);
});
