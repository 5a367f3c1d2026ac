/** The venue as a whole: how it is at one glance, its contracts, and its time. */
import { SPEED_MAX } from '../../venue/clock.ts';
import type { Venue } from '../../venue/venue.ts';
import { both, isWireError, wireError } from '../../wire/errors.ts';
import { decimalField, integerField, textField } from '../../wire/field.ts';
import { findFineTicks, formatFineTicks, formatMoney, formatTicks } from '../../wire/quantity.ts';
import { carryOutUnsigned } from '../acts/carry-out.ts';
import { answerControl, readDuration } from '../answer-control.ts';
import type { PathNames } from '../router.ts';
import { type AdminParts, type AdminRoute, routesOf, venueRoutes } from './admin-route.ts';
import { houseFigures } from './market-routes.ts';

const { get, post } = venueRoutes;

export const OVERVIEW_ROUTES: readonly AdminRoute[] = [
  get('/overview', 'How the venue is, and who asks', {}, overview),
];

/**
 * For the organiser's console: throughput, journal latency, conservation of money, result of the
 * house, connections, and the caller.
 */
function overview(parts: AdminParts): object {
  const { venue, metrics, caller, findBaseUrl, market, time, listGateways } = parts;
  const { health, clock, recovery } = venue;
  const house = venue.read.account.house();
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
    house: { accounts: house.length, ...houseFigures(house) },
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

function describeProcess(): object {
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, uptimeSeconds: Math.round(process.uptime()) };
}

const INDEX = { price: decimalField('The new index price.') };

export const CONTRACT_ROUTES: readonly AdminRoute[] = [
  get('/status', 'How the venue is, and the prices of its contracts', {}, ({ venue }) => ({
    ...venue.health(),
    recovery: venue.recovery,
    now: venue.clock.venueNow(),
    contracts: venue.read.listing.list().map(({ contract, isHalted, index, mark }) => ({
      symbol: contract.symbol,
      halted: isHalted,
      indexPrice: formatFineTicks(contract, index),
      markPrice: formatTicks(contract, mark),
    })),
  })),
  openOrShut('halt', 'Refuse new orders; cancels still work'),
  openOrShut('resume', 'Accept orders again'),
  post(
    '/contracts/:symbol/index',
    'Set the index price',
    INDEX,
    async (parts, { price: text }, { names }) => {
      const contract = findNamed(parts, names);
      if (isWireError(contract)) return contract;
      const price = findFineTicks(contract, text);
      if (price === undefined || price === 0) return wireError('40020', { field: 'price' });
      const command = { kind: 'set-index-price', contract: contract.id, price } as const;
      const applied = await carryOutUnsigned(parts.venue, command);
      return isWireError(applied) ? applied : { symbol: contract.symbol, indexPrice: text };
    },
  ),
];

function openOrShut(verb: 'halt' | 'resume', summary: string): AdminRoute {
  const path = `/contracts/:symbol/${verb}`;
  return post(path, summary, {}, async (parts, _sent, { names }) => {
    const contract = findNamed(parts, names);
    if (isWireError(contract)) return contract;
    const command = { kind: `${verb}-contract`, contract: contract.id } as const;
    const applied = await carryOutUnsigned(parts.venue, command);
    return isWireError(applied) ? applied : { symbol: contract.symbol, halted: verb === 'halt' };
  });
}

const findNamed = ({ findContract }: AdminParts, { symbol = '' }: PathNames) =>
  findContract(symbol) ?? wireError('40020', { field: 'symbol' });

const NO_TIME = wireError('40022', { detail: both('nobody may change the time of this venue') });
const ofTime = routesOf(({ time }) => time ?? NO_TIME);

const SPEED = {
  speed: integerField('Times as fast as the wall clock.', { min: 1, max: SPEED_MAX }),
};
const STEP = { by: textField('How much venue time, such as 1h.', { lengthMax: 40 }) };

export const TIME_ROUTES: readonly AdminRoute[] = [
  ofTime.get('/time', 'Both clocks, and how fast venue time runs', {}, ({ show }) => show()),
  ofTime.post(
    '/time/speed',
    'Let venue time run this many times as fast',
    SPEED,
    ({ setSpeed }, { speed }) => answerControl(setSpeed(speed)),
  ),
  ofTime.post('/time/pause', 'Stop venue time, and the market with it', {}, ({ pause }) =>
    answerControl(pause()),
  ),
  ofTime.post('/time/resume', 'Let venue time go on', {}, ({ resume }) => answerControl(resume())),
  ofTime.post('/time/step', 'Pass this much venue time, then stop', STEP, ({ step }, sent) => {
    const by = readDuration('by', sent.by);
    return typeof by === 'number' ? answerControl(step(by)) : (by ?? NO_TIME);
  }),
];
