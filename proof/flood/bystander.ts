/**
 * The control: an HTTP and WebSocket server that has nothing to do with the venue. The same flood
 * hits it while orders go to the venue. The difference between the two is the venue's part.
 */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/** Prints the port it listens on, and runs until it is stopped. */
export async function serveBystander(): Promise<number> {
  const http = createServer((message, response) => {
    message.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"trading"}');
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', () => socket.send('{"event":"subscribed"}'));
  });
  http.on('clientError', (_error, socket) => socket.destroy());
  http.listen(0, '127.0.0.1', () => {
    const bound = http.address();
    console.log(bound !== null && typeof bound === 'object' ? bound.port : 0);
  });
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  return process.exit(0);
}
