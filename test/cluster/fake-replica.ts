/** A server that stands for a replica, before which balancers are tested. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';

export interface FakeReplica {
  readonly name: string;
  readonly port: number;
  readonly server: Server;
  /** What it was asked, as key, path and body. */
  readonly asked: string[];
  /** Replaces its answers. */
  respond: (message: IncomingMessage, response: ServerResponse) => void;
  isHealthy: boolean;
  readonly die: () => void;
}

/** It ends with the test. */
export async function openFake(name: string): Promise<FakeReplica> {
  const server = createServer(async (message, response) => {
    if (message.url === '/healthz') {
      response.writeHead(fake.isHealthy ? 200 : 503).end();
      return;
    }
    const body = (await message.toArray()).join('');
    fake.asked.push(`${message.headers['access-key']} ${message.url} ${body}`);
    fake.respond(message, response);
  });
  new WebSocketServer({ server }).on('connection', (socket, { url, headers }) => {
    socket.on('message', (text) => socket.send(`${name} ${url} ${text}`));
    fake.asked.push(`${headers['access-key']} ${url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  const die = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const asked: string[] = [];
  const respond: FakeReplica['respond'] = (_, response) => response.end(name);
  const fake: FakeReplica = { name, port, server, asked, respond, isHealthy: true, die };
  onTestFinished(die);
  return fake;
}
