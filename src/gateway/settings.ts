/** The settings of the gateway, and their defaults. */
import type { LatenessTerms } from './lateness.ts';
import { DEFAULT_LIMITS, type LimitSettings } from './limits/limiter.ts';
import { DEFAULT_REPLAY, type ReplaySettings } from './replay-cache.ts';

export interface GatewaySettings {
  /** Addresses and CIDRs whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Whether errors and headers explain mistakes; for sandboxes, not for competitions. */
  readonly sandboxHelp: boolean;
  /** Whether anybody may read the metrics, or only the admin port. */
  readonly publicMetrics: boolean;
  /** How far a request's timestamp may be from the wall clock, either way. */
  readonly timestampWindowMillis: number;
  readonly limits: LimitSettings;
  readonly replay: ReplaySettings;
  readonly connections: ConnectionSettings;
  readonly lateness: LatenessTerms;
}

export interface ConnectionSettings {
  /** In total. Beyond it a newcomer may take a place from the address that has the most. */
  readonly connectionsMax: number;
  /** Of one address, its sockets included. */
  readonly connectionsPerAddressMax: number;
  readonly bodyBytesMax: number;
  readonly headerBytesMax: number;
  /** For all headers of a request to arrive. */
  readonly headersMillis: number;
  /** For a whole request to arrive. */
  readonly requestMillis: number;
  /** For the next request on an open connection to begin. */
  readonly keepAliveMillis: number;
  /** Without any byte moving while a request is served; then the connection is cut. */
  readonly stalledMillis: number;
  /** How often connections are checked for the above. */
  readonly checkEveryMillis: number;
}

export const DEFAULT_CONNECTIONS: ConnectionSettings = {
  connectionsMax: 10_000,
  // A browser opens six and a busy bot a dozen. This is enough for dozens behind one address.
  connectionsPerAddressMax: 200,
  bodyBytesMax: 65_536,
  headerBytesMax: 16_384,
  headersMillis: 10_000,
  requestMillis: 20_000,
  // Many bots poll once a minute. Their connection should still be open then.
  keepAliveMillis: 75_000,
  stalledMillis: 30_000,
  checkEveryMillis: 2_000,
};

export const DEFAULT_GATEWAY_SETTINGS: GatewaySettings = {
  trustedProxies: [],
  sandboxHelp: true,
  publicMetrics: false,
  timestampWindowMillis: 30_000,
  limits: DEFAULT_LIMITS,
  replay: DEFAULT_REPLAY,
  connections: DEFAULT_CONNECTIONS,
  lateness: { latency: undefined, isStepped: false },
};
