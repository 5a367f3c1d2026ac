/** The settings of the edge, out of those of the whole. */
import { DEFAULT_LIMITS, type LimitSettings } from '../../gateway/limits/limiter.ts';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../../gateway/settings.ts';
import type { Settings } from '../settings/settings.ts';

/** Weights are counted over this many seconds. */
const WEIGHT_WINDOW_SECONDS = 10;

export const edgeSettingsOf = (settings: Settings): GatewaySettings => ({
  ...DEFAULT_GATEWAY_SETTINGS,
  trustedProxies: settings.trustedProxies,
  sandboxHelp: settings.sandbox,
  publicMetrics: settings.publicMetrics,
  limits: limitsOf(settings),
});

const limitsOf = (settings: Settings): LimitSettings => ({
  ...DEFAULT_LIMITS,
  addressWeight: weightTerms(settings.addressWeight),
  accountWeight: weightTerms(settings.accountWeight),
  orders: { capacity: settings.ordersPerSecond, refillPerSecond: settings.ordersPerSecond },
  cancels: { capacity: settings.cancelsPerSecond, refillPerSecond: settings.cancelsPerSecond },
});

const weightTerms = (weight: number) => ({
  capacity: weight,
  refillPerSecond: weight / WEIGHT_WINDOW_SECONDS,
});
