/** The settings of the gateway: their defaults, which say what each may be. */
import type { LatenessTerms } from './lateness.ts';
import { DEFAULT_LIMITS } from './limits/limiter.ts';
import { DEFAULT_REPLAY } from './replay-cache.ts';

export type ConnectionSettings = Readonly<typeof DEFAULT_CONNECTIONS>;

export const DEFAULT_CONNECTIONS = {
  /** In total. Beyond it a newcomer may take a place from the address that has the most. */
  connectionsMax: 10_000,
  /**
   * Of one address, its sockets included. A browser opens six and a busy bot a dozen. This is
   * enough for dozens behind one address.
   */
  connectionsPerAddressMax: 200,
  bodyBytesMax: 65_536,
  headerBytesMax: 16_384,
  /** For all headers of a request to arrive. */
  headersMillis: 10_000,
  /** For a whole request to arrive. */
  requestMillis: 20_000,
  /**
   * For the next request on an open connection to begin. Many bots poll once a minute. Their
   * connection should still be open then.
   */
  keepAliveMillis: 75_000,
  /** Without any byte moving while a request is served; then the connection is cut. */
  stalledMillis: 30_000,
  /** How often connections are checked for the above. */
  checkEveryMillis: 2_000,
};

export type GatewaySettings = Readonly<typeof DEFAULT_GATEWAY_SETTINGS>;

const NOT_LATE: LatenessTerms = { latency: undefined, isStepped: false };
const NO_PROXIES: readonly string[] = [];

export const DEFAULT_GATEWAY_SETTINGS = {
  /** Addresses and CIDRs whose forwarded headers are believed. */
  trustedProxies: NO_PROXIES,
  /** Whether errors and headers explain mistakes; for sandboxes, not for competitions. */
  sandboxHelp: true,
  /** Whether anybody may read the metrics, or only the admin port. */
  publicMetrics: false,
  /** How far a request's timestamp may be from the wall clock, either way. */
  timestampWindowMillis: 30_000,
  limits: DEFAULT_LIMITS,
  replay: DEFAULT_REPLAY,
  connections: DEFAULT_CONNECTIONS,
  lateness: NOT_LATE,
};
