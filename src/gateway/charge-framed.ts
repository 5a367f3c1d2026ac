/**
 * What is served by the framework, and what is no proper request at all, costs its address as much
 * as a light endpoint: pages, documents, health, metrics, unknown paths, broken HTTP. Only what
 * charges for itself is left out.
 */
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { dialectOf } from './dialects.ts';
import type { Edge } from './edge.ts';
import type { Broken } from './http-server.ts';
import { chargeAddress, send } from './outcome.ts';
import { normalTarget, splitTarget } from './request-target.ts';
import { beginFramedVisit } from './visit.ts';

/** In the `config` of a route whose handler charges a weight of its own. */
export const CHARGES_ITSELF = { chargesItself: true } as const;

const WEIGHT = 1;
/** No honest program sends what is no HTTP or no WebSocket; it costs a connection each time. */
const GARBAGE_WEIGHT = 5;
/** In the metrics: what was asked for does not matter once it is refused. */
const PAGES = 'pages';

export function chargeFramed(edge: Edge, http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if ('chargesItself' in request.routeOptions.config) return done();
    const { path } = splitTarget(normalTarget(request.raw.url ?? '/'));
    const about = { endpoint: PAGES, dialect: dialectOf(path) };
    const visit = beginFramedVisit(edge, about, request, reply);
    const short = chargeAddress(edge, visit, WEIGHT);
    if (short === undefined) return done();
    reply.hijack();
    send(edge, visit, short);
  });
  chargeLength(edge, http);
}

/** An answer counts once more for each so many bytes: a page that a browser asks for has few. */
const BYTES_PER_WEIGHT = 16_384;

function chargeLength(edge: Edge, http: FastifyInstance): void {
  http.addHook('onSend', (request, _reply, payload, done) => {
    const length = isBytes(payload) ? Buffer.byteLength(payload) : 0;
    const weight = Math.floor(length / BYTES_PER_WEIGHT);
    const { group } = edge.findClient(request.raw);
    if (weight > 0) edge.limiter.takeMoreOfAddress(group, weight, edge.venue.clock.monotonicNow());
    done(null, payload);
  });
}

const isBytes = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload);

/** There is no request, only its sender. What a trusted proxy passed on is not the proxy's own. */
export function chargeBroken({ crowd, limiter, venue }: Edge, socket: Duplex, kind: Broken): void {
  const guest = crowd.find(socket);
  if (guest === undefined || guest.isTrusted) return;
  const now = venue.clock.monotonicNow();
  const isGarbage = kind === 'garbage';
  limiter.takeAddress(guest.group, isGarbage ? GARBAGE_WEIGHT : WEIGHT, now);
  if (isGarbage) limiter.noteRefusal(guest.group, now);
  if (limiter.noteTold(guest.group, now)) crowd.dismiss(guest.group, socket);
}
