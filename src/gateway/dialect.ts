/** A dialect as the gateway serves it: its words, its proof, and a route for each endpoint. */

import type { QualifyingStep } from '../wire/competition/qualifying-step.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import type { Authenticate } from './authenticate.ts';
import type { PrivateRoute, PublicRoute } from './route.ts';

export interface Dialect extends WireDialect {
  /** How a call proves who sends it. */
  readonly authenticate: Authenticate;
  /** Makes a private key and its address, where callers are known by addresses. */
  readonly issueAddress?: () => { readonly address: string; readonly privateKey: string };
  /** Whether a caller may sign with an RSA key of its own. */
  readonly takesRsa?: true;
  readonly routes: readonly (PublicRoute | PrivateRoute)[];
  /** The calls with which an entrant of a competition shows what it can do. */
  readonly qualifying: Readonly<Record<QualifyingStep, readonly Endpoint[]>>;
}
