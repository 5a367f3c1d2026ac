/** Routes as those write them who put something on the wire. */
import type { Endpoint } from '../wire/endpoint.ts';
import type { Fields } from '../wire/read-request.ts';
import type { Call, Handler, PrivateCall } from './call.ts';
import type { Page } from './reply.ts';
import type { Visit } from './visit.ts';

/** An endpoint that anybody may call. */
export interface PublicRoute {
  readonly endpoint: Pick<
    Endpoint,
    'id' | 'method' | 'path' | 'permission' | 'ipWeight' | 'request'
  >;
  readonly handler: Handler<Call>;
  /** Of the competition: a caller who has the answer is not sent it again. */
  readonly isOfCompetition?: boolean;
  /** How many seconds the sender must wait, where its weight is not all that limits it. */
  readonly wait?: (visit: Visit) => number;
}

/** An endpoint that is called with a signature. */
export interface PrivateRoute {
  readonly endpoint: Endpoint;
  readonly handler: Handler<PrivateCall>;
  /** How many orders or cancels a call stands for; one where it is not given. */
  readonly count?: (fields: Fields) => number;
}

/** Who asks for a page, and how. */
export type PageVisit = Pick<Visit, 'headers' | 'socket'>;

export type AnswerPage = (visit: PageVisit) => Page | Promise<Page>;

/** A page, a document, a file: anything that is no endpoint. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: AnswerPage;
}
