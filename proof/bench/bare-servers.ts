/** What orders are held beside: servers that check the same signature and place nothing. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { PLACE_PATH } from './http-orders.ts';

/**
 * A bare server that checks the signature of an order and answers as if it had placed it. Prints
 * the port it listens on, and runs until it is stopped.
 */
export async function servePeer(secretKey: string): Promise<number> {
  const secret = createSecretKey(secretKey, 'utf8');
  const { fastify } = await import('fastify');
  const http = fastify({ logger: false });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.post<{ Body: Buffer }>(PLACE_PATH, (request, reply) => {
    const isRight = isSigned(secret, request.url, request.headers, request.body);
    return reply
      .code(isRight ? 200 : 400)
      .type(TYPE)
      .send(isRight ? PLACED : REFUSED);
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const bound = http.server.address();
  console.log(bound !== null && typeof bound === 'object' ? bound.port : 0);
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  await http.close();
  return 0;
}

const TYPE = 'application/json; charset=utf-8';
const PLACED = '{"client_oid":"bench-1","order_id":"1000042"}';
const REFUSED = '{"code":"40009"}';

function isSigned(
  secret: KeyObject,
  url: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): boolean {
  const head = `${headers['access-timestamp']}POST${url}`;
  const wanted = createHmac('sha256', secret).update(head).update(body).digest();
  const given = Buffer.from(String(headers['access-sign']), 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The same with nothing but Node, and the order is read. */
export async function openBareServer(secretKey: string) {
  const secret = createSecretKey(secretKey, 'utf8');
  // It must not close connections while others have their turn.
  const http = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = Buffer.concat(chunks);
      const isSent = isSigned(secret, message.url ?? '', message.headers, body);
      const { symbol }: { symbol?: unknown } = JSON.parse(body.toString());
      const isRight = isSent && typeof symbol === 'string';
      const text = isRight ? PLACED : REFUSED;
      const headers = { 'content-type': TYPE, 'content-length': text.length };
      response.writeHead(isRight ? 200 : 400, headers).end(text);
    });
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const bound = http.address();
  const close = (): void => {
    http.closeAllConnections();
    http.close();
  };
  return { port: bound !== null && typeof bound === 'object' ? bound.port : 0, close };
}

export async function serveBare(secretKey: string): Promise<number> {
  const { port, close } = await openBareServer(secretKey);
  console.log(port);
  await once(process, 'SIGTERM');
  close();
  return 0;
}
