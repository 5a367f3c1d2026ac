/** The routes that dialects, the competition and pages put on the public port. */
import type { Endpoint } from '../wire/endpoint.ts';
import type { Fields } from '../wire/read-request.ts';
import type { Call, Handler, PrivateCall } from './call.ts';
import type { PageReply } from './reply.ts';
import type { Visit } from './visit.ts';

/** An endpoint that anybody may call, of a dialect or of the competition. */
export interface OpenRoute {
  readonly endpoint: Pick<
    Endpoint,
    'id' | 'method' | 'path' | 'permission' | 'ipWeight' | 'extraWeight' | 'request'
  >;
  readonly handler: Handler<Call>;
  /** Whether the answer shows the book, or a price that comes from it. */
  readonly showsBook?: boolean;
  /** Answers of the competition carry an etag; a client that has one gets a 304. */
  readonly isOfCompetition?: boolean;
  /** Seconds to wait, if another budget than the weight limits the sender. Takes from it. */
  readonly wait?: (visit: Visit) => Promise<number>;
}

/** A public endpoint of a dialect. */
export interface PublicRoute extends OpenRoute {
  readonly endpoint: Endpoint;
}

/** An endpoint that is called with a signature. */
export interface PrivateRoute {
  readonly endpoint: Endpoint;
  readonly handler: Handler<PrivateCall>;
  /** The number of orders or cancels in a call; one by default. */
  readonly count?: (fields: Fields) => number;
}

export const isPublic = (route: PublicRoute | PrivateRoute): route is PublicRoute =>
  route.endpoint.permission === null;

/** The part of a request that a page may depend on. */
export type PageVisit = Pick<Visit, 'headers' | 'socket'>;

export type AnswerPage = (visit: PageVisit) => PageReply | Promise<PageReply>;

/** A page, a document, a file: anything that is no endpoint. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: AnswerPage;
}
