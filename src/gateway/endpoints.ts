/**
 * The endpoints of the table, served straight from the HTTP server: a method and a path lead to a
 * handler, and bodies stay bytes. Orders come this way, so nothing happens here that an order does
 * not need. What has no endpoint is left to the framework.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { assert } from '../domain/assert.ts';
import { normalTarget, type RequestTarget, splitTarget } from './request-target.ts';

/** A request as it came, before anybody looked at its body. */
export interface Incoming {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
}

export type ServeEndpoint = (incoming: Incoming) => void;

export interface Endpoints {
  readonly add: (method: string, path: string, serve: ServeEndpoint) => void;
  /** Whether there was an endpoint for it. */
  readonly serve: (message: IncomingMessage, response: ServerResponse) => boolean;
}

export function createEndpoints(): Endpoints {
  const byPath = new Map<string, Map<string, ServeEndpoint>>();
  return {
    add: (method, path, serve) => {
      const atPath = byPath.get(path) ?? new Map<string, ServeEndpoint>();
      assert(!atPath.has(method), 'an endpoint is served once', `${method} ${path}`);
      byPath.set(path, atPath.set(method, serve));
    },
    serve: (message, response) => {
      const target = splitTarget(normalTarget(message.url ?? '/'));
      // Asked for the head of an answer only, the server leaves out the rest by itself.
      const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
      const serve = byPath.get(target.path)?.get(method);
      serve?.({ message, response, target });
      return serve !== undefined;
    },
  };
}
