/**
 * The server that the venue is compared with: a bare Fastify server that checks the signature of an
 * order and answers as if it had placed it. It stores nothing and knows one key.
 */

import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { PLACE_PATH } from './http-orders.ts';

/** Prints the port it listens on, and runs until it is stopped. */
export async function servePeer(secretKey: string): Promise<number> {
  const secret = createSecretKey(secretKey, 'utf8');
  const { fastify } = await import('fastify');
  const http = fastify({ logger: false });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.post<{ Body: Buffer }>(PLACE_PATH, (request, reply) => {
    const { headers, body } = request;
    const head = `${headers['access-timestamp']}POST${request.url}`;
    const wanted = createHmac('sha256', secret).update(head).update(body).digest();
    const given = Buffer.from(String(headers['access-sign']), 'base64');
    const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
    return reply
      .code(isRight ? 200 : 400)
      .type('application/json; charset=utf-8')
      .send(isRight ? '{"client_oid":"bench-1","order_id":"1000042"}' : '{"code":"40009"}');
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const bound = http.server.address();
  console.log(bound !== null && typeof bound === 'object' ? bound.port : 0);
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  await http.close();
  return 0;
}
