/** The gateway's settings, taken from those of the venue. */
import { readFileSync } from 'node:fs';
import type { Latency } from '../domain/latency.ts';
import { DEFAULT_LIMITS, type LimitSettings } from '../gateway/limits/limiter.ts';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../gateway/settings.ts';
import type { SocketSettings } from '../gateway/sockets/settings.ts';
import { parseLatency } from '../venue/latency-text.ts';
import { ALL_SETTINGS, type Settings } from './settings.ts';

/** Weights are counted over this many seconds. */
const WEIGHT_WINDOW_SECONDS = 10;

export const edgeSettingsOf = (settings: Settings): GatewaySettings => ({
  ...DEFAULT_GATEWAY_SETTINGS,
  trustedProxies: settings.trustedProxies,
  sandboxHelp: settings.sandbox,
  publicMetrics: settings.publicMetrics,
  limits: limitsOf(settings),
  lateness: { latency: latencyOf(settings), isStepped: settings.time === 'stepped' },
  connections: {
    ...DEFAULT_GATEWAY_SETTINGS.connections,
    connectionsMax: settings.connections,
    // A socket is a connection too, so there are at least as many connections.
    connectionsPerAddressMax: Math.max(settings.connectionsPerAddress, settings.socketsPerAddress),
  },
});

/** Throws what is wrong with a file that it names. */
export function latencyOf({ latency }: Pick<Settings, 'latency'>): Latency | undefined {
  if (latency === ALL_SETTINGS.latency.fallback) return undefined;
  const parsed = parseLatency(latency, (path) => readFileSync(path, 'utf8'));
  if (typeof parsed !== 'string') return parsed;
  throw new Error(`latency: ${parsed}`);
}

const limitsOf = (settings: Settings): LimitSettings => ({
  ...DEFAULT_LIMITS,
  penalties: { ...DEFAULT_LIMITS.penalties, authFailuresMax: failedProofsOf(settings) },
  addressWeight: weightTerms(settings.addressWeight),
  accountWeight: weightTerms(settings.accountWeight),
  orders: { capacity: settings.ordersPerSecond, refillPerSecond: settings.ordersPerSecond },
  cancels: { capacity: settings.cancelsPerSecond, refillPerSecond: settings.cancelsPerSecond },
  // Wider budgets widen those that a dialect tells. Narrower ones do not make it lie.
  windowTimes: {
    weight: Math.max(1, settings.addressWeight / ALL_SETTINGS.addressWeight.fallback),
    orders: Math.max(1, settings.ordersPerSecond / ALL_SETTINGS.ordersPerSecond.fallback),
  },
});

/**
 * The author of a first client gets many signatures wrong, and a sandbox has nothing worth
 * guessing.
 */
const SANDBOX_FAILED_PROOFS = 1_000;

function failedProofsOf({ failedProofs, sandbox }: Settings): number {
  if (failedProofs !== 'usual') return failedProofs;
  return sandbox ? SANDBOX_FAILED_PROOFS : DEFAULT_LIMITS.penalties.authFailuresMax;
}

const ATTEMPT_SECONDS = 300;
const HOUR_SECONDS = 3_600;

export const socketSettingsOf = (settings: Settings): Partial<SocketSettings> => ({
  attempts: {
    capacity: settings.socketAttempts,
    refillPerSecond: settings.socketAttempts / ATTEMPT_SECONDS,
  },
  connectionsPerAddressMax: settings.socketsPerAddress,
  channelsMax: settings.channelsPerSocket,
  operations: {
    capacity: settings.subscriptionsPerHour,
    refillPerSecond: settings.subscriptionsPerHour / HOUR_SECONDS,
  },
});

const weightTerms = (weight: number) => ({
  capacity: weight,
  refillPerSecond: weight / WEIGHT_WINDOW_SECONDS,
});
