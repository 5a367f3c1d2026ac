/**
 * The first two steps of every request: the address, whose body is waited for, and its limits.
 */
import { isWireError, type WireError } from '../wire/errors.ts';
import type { Fields } from '../wire/read-request.ts';
import { catchUp } from './catch-up.ts';
import type { Port } from './gateway.ts';
import { errorReply, SEQ_HEADER, thrownReply } from './reply.ts';
import type { Incoming, RouteTerms } from './router.ts';
import {
  type About,
  beginVisit,
  findMediaFault,
  type HttpVisit,
  type Received,
  receiveBody,
  type Visit,
} from './visit.ts';

/** What the first two steps need to know of a route, and the rest of its path. */
export interface Intake extends Passage<HttpVisit> {
  readonly about: About;
  /** Whether a malformed content type is refused here. Signed calls check it with the signature. */
  readonly checksMedia: boolean;
}

/** The rest of the path, after the address and its limits. */
export interface Passage<Came extends Visit> {
  readonly weight: number;
  readonly pass: (visit: Came) => Promise<void>;
}

export function addRoute(port: Port, terms: RouteTerms, intake: Intake): void {
  port.http.add(terms, (incoming) => receive(port, incoming, intake));
}

/** What a body asks for. */
export interface ChosenIntake {
  readonly intake: Intake;
  readonly fields: Fields;
}

/**
 * Address: waits for the body, and notes who sent the request. Only a dialect with forms reads the
 * body of a GET.
 */
export function receive(
  port: Port,
  incoming: Incoming,
  intake: Intake,
  choose?: (body: Buffer | undefined) => ChosenIntake | WireError,
): void {
  const { edge } = port;
  const { message } = incoming;
  const hear = (received: Received): void => {
    const body = isFault(received) ? undefined : received;
    const chosen = isFault(received) ? received : choose?.(body);
    const fault = isFault(chosen) ? chosen : undefined;
    const taken = isFault(chosen) ? intake : (chosen?.intake ?? intake);
    const came = beginVisit(edge, taken.about, incoming, body);
    const visit = isFault(chosen) || chosen === undefined ? came : withFields(came, chosen);
    limit(port, visit, taken, fault).catch((thrown) =>
      port.tell(visit, thrownReply(edge, visit, thrown)),
    );
  };
  const { takesForms } = intake.about.dialect;
  const hasNone = !takesForms && BODILESS.has(message.method ?? '');
  const checksMedia = intake.checksMedia && !hasNone && !takesForms;
  const fault = checksMedia ? findMediaFault(message) : undefined;
  if (hasNone || fault !== undefined) hear(fault);
  else
    receiveBody(message, edge.settings.connections.bodyBytesMax, (received) => {
      // The rest of a body that is too long is not read.
      if (intake.checksMedia && isFault(received)) incoming.response.shouldKeepAlive = false;
      hear(received);
    });
}

const isFault = (received: Received | ChosenIntake): received is WireError =>
  received !== undefined && isWireError(received);

const withFields = (visit: HttpVisit, { fields }: ChosenIntake): HttpVisit => ({
  ...visit,
  fields,
});

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Limits of the address. An unacceptable body is charged like any other. A request that names an
 * entry waits for it here.
 */
export async function limit<Came extends Visit>(
  port: Port<Came>,
  visit: Came,
  intake: Passage<Came>,
  fault?: WireError,
): Promise<void> {
  const limited = port.limit(visit, intake.weight);
  const short = limited instanceof Promise ? await limited : limited;
  if (short !== undefined) return port.tell(visit, short);
  if (fault !== undefined) return port.tell(visit, errorReply(visit, fault));
  if (visit.headers[SEQ_HEADER] !== undefined) {
    const behind = await catchUp(port.edge, visit);
    if (behind !== undefined) return port.tell(visit, behind);
  }
  return intake.pass(visit);
}
