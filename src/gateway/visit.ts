/** One request on its way through the gateway: its sender, moment, language and body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis, Monotonic } from '../domain/units.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { Locale } from '../wire/errors.ts';
import type { Fields } from '../wire/read-request.ts';
import type { ClientAddress } from './address.ts';
import type { Outlet, PathNames, RequestTarget } from './router.ts';

export interface Visit {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if there is none. */
  readonly body: Buffer | undefined;
  /** The fields of the body, where they were read to find the endpoint. */
  readonly fields?: Fields;
  readonly socket: Socket;
  /** Its label in the metrics: the path of the endpoint. */
  readonly endpoint: string;
  /** The dialect of its answer. */
  readonly dialect: WireDialect;
  readonly target: RequestTarget;
  readonly names: PathNames;
  readonly client: ClientAddress;
  readonly locale: Locale;
  /** The wall clock at its arrival, which signatures are checked against. */
  readonly now: Millis;
  /** The same moment on the clock of budgets, penalties and latencies. */
  readonly startedAt: Monotonic;
}

/** A request that came by HTTP. Others come in frames of a socket. */
export interface HttpVisit extends Visit {
  readonly response: Outlet;
}

export type About = Pick<Visit, 'endpoint' | 'dialect'>;
