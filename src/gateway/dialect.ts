/** A dialect as the gateway serves it: its words, and a route for each of its endpoints. */
import type { WireDialect } from '../wire/dialect.ts';
import type { PrivateRoute, PublicRoute } from './route.ts';

export interface Dialect extends WireDialect {
  readonly routes: readonly (PublicRoute | PrivateRoute)[];
}
