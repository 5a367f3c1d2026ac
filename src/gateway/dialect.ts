/** A dialect as the gateway serves it: its words, and a route for each of its endpoints. */
import type { WireDialect } from '../wire/dialect.ts';
import type { PublicRoute } from './route.ts';
import type { PrivateRoute } from './serve-private.ts';

export interface Dialect extends WireDialect {
  readonly routes: readonly (PublicRoute | PrivateRoute)[];
}
