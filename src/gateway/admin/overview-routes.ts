/**
 * The state of the venue at one glance, for the organiser's console: throughput, journal latency,
 * conservation of money, result of the house, connections, and the caller.
 */
import { type Money, money, toBigInt } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { type AdminParts, type AdminRoute, venueRoutes } from './admin-route.ts';

export const OVERVIEW_ROUTES: readonly AdminRoute[] = [
  venueRoutes.get('/overview', 'How the venue is, and who asks', {}, overview),
];

function overview(parts: AdminParts): object {
  const { venue, metrics, caller, findBaseUrl, market, time, listGateways } = parts;
  const { health, clock, recovery } = venue;
  return {
    role: caller?.role ?? 'observer',
    actor: caller?.actor ?? '',
    baseUrl: findBaseUrl?.() ?? null,
    wallNow: clock.wallNow(),
    venueNow: clock.venueNow(),
    time: time?.show() ?? null,
    source: market?.source() ?? null,
    /** The newest, to know whether there is anything to ask about. */
    season: venue.read.season.current()?.number ?? null,
    health: health(),
    recovery,
    ...(metrics?.count() ?? { requests: 0, refused: 0, failed: 0, connections: {} }),
    conservation: addUp(venue),
    house: sumHouse(venue),
    process: describeProcess(),
    ...(listGateways === undefined ? {} : { gateways: listGateways() }),
  };
}

/** All collateral, and all deposits less withdrawals: they are always equal. */
function addUp({ read }: Venue): object {
  const { accounts, collateral, deposits } = read.account.sum();
  return {
    accounts,
    collateral: formatMoney(collateral),
    deposits: formatMoney(deposits),
    conserved: collateral === deposits,
  };
}

function sumHouse({ read }: Venue): object {
  const rows = read.account.house();
  const sum = (pick: (row: (typeof rows)[number]) => Money): string =>
    formatMoney(money(rows.reduce((total, row) => total + toBigInt(pick(row)), 0n)));
  return {
    accounts: rows.length,
    deposited: sum(({ deposited }) => deposited),
    equity: sum(({ equity }) => equity),
    result: sum(({ result }) => result),
    trading: sum(({ trading }) => trading),
    fees: sum(({ fees }) => fees),
    funding: sum(({ funding }) => funding),
  };
}

function describeProcess(): object {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, uptimeSeconds: Math.round(process.uptime()) };
}
