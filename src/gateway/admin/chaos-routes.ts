/**
 * Chaos on request, one call each. A contract is named by its symbol or its coin; `all` means every
 * one. Lengths are venue time.
 */
import { Type } from 'typebox';
import type { ContractId } from '../../domain/ids.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { codeField, decimalField, textField } from '../../wire/field.ts';
import { type Fields, readRequest } from '../../wire/read-request.ts';
import { answerControl, readDuration } from '../answer-control.ts';
import type { AdminParts, AdminRoute } from './admin-route.ts';
import {
  BASIS_MOST,
  CHANGE_LEAST,
  CHANGE_MOST,
  type ChaosAnswer,
  type ChaosControl,
  RATE_MOST,
} from './market-control.ts';

const NOTHING = Type.Object({});
const symbolOrAll = () =>
  textField({
    description: 'The contract by its symbol or its coin, or `all`.',
    examples: ['cmt_btcusdt'],
    lengthMax: 32,
  });
const lasting = () =>
  Type.Optional(
    textField({ description: 'How long, such as 10m; otherwise until calm.', lengthMax: 40 }),
  );

const percentage = (description: string) => textField({ description, lengthMax: 20 });

const SHOCK = Type.Object({
  symbol: symbolOrAll(),
  change: percentage('By how much, such as -10%.'),
  over: Type.Optional(
    textField({ description: 'In what time, such as 5m; otherwise at once.', lengthMax: 40 }),
  ),
});
const REGIME = Type.Object({
  regime: textField({ description: 'calm, up, down or stress.', lengthMax: 20 }),
  for: lasting(),
});
const THIN = Type.Object({
  symbol: symbolOrAll(),
  depth: decimalField({ description: 'What is left of the size of the house, from 0 to 1.' }),
  for: lasting(),
});
const ONE_SIDED = Type.Object({
  symbol: symbolOrAll(),
  only: codeField(['bids', 'asks'], { description: 'The side that is left.' }),
  for: lasting(),
});
const FUNDING = Type.Object({
  symbol: symbolOrAll(),
  rate: percentage('The rate of an interval of eight hours, such as -0.05%.'),
  for: lasting(),
});
const BASIS = Type.Object({
  symbol: symbolOrAll(),
  basis: percentage('How far the price is from the index, such as 0.5%.'),
  for: lasting(),
});
const PLACE = Type.Object({ symbol: symbolOrAll(), for: lasting() });
const RESUME = Type.Object({ symbol: symbolOrAll() });

export const CHAOS_ROUTES: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/chaos',
    summary: 'The chaos in effect',
    request: NOTHING,
    respond: ({ market }) => (market === undefined ? noMarket() : market.chaos.list()),
  },
  cause('/chaos/shock', 'Move the index, at once or over a time', SHOCK, (parts, chaos, fields) => {
    const wanted = readRequest(SHOCK, fields);
    if (isWireError(wanted)) return wanted;
    const contracts = findContracts(parts, wanted.symbol);
    const factor = readChange(wanted.change);
    const overMillis = readDuration('over', wanted.over);
    if (isWireError(contracts)) return contracts;
    if (isWireError(factor)) return factor;
    if (isWireError(overMillis)) return overMillis;
    return chaos.shock({ contracts, factor, overMillis: overMillis ?? 0 });
  }),
  cause(
    '/chaos/regime',
    'Let simulated prices behave like this',
    REGIME,
    (_parts, chaos, fields) => {
      const wanted = readRequest(REGIME, fields);
      if (isWireError(wanted)) return wanted;
      const forMillis = readDuration('for', wanted.for);
      return isWireError(forMillis)
        ? forMillis
        : chaos.regime({ regime: wanted.regime, forMillis });
    },
  ),
  cause('/chaos/thin', 'The house offers only a part of its size', THIN, (parts, chaos, fields) => {
    const wanted = readRequest(THIN, fields);
    if (isWireError(wanted)) return wanted;
    const depth = Number(wanted.depth);
    if (!(depth >= 0 && depth <= 1)) return outOfRange('depth', wanted.depth, 'from 0 to 1');
    const where = readPlace(parts, wanted);
    return isWireError(where) ? where : chaos.thin({ ...where, depth });
  }),
  cause('/chaos/one-sided', 'The house quotes one side only', ONE_SIDED, (parts, chaos, fields) => {
    const wanted = readRequest(ONE_SIDED, fields);
    if (isWireError(wanted)) return wanted;
    const where = readPlace(parts, wanted);
    const side = wanted.only === 'bids' ? 'buy' : 'sell';
    return isWireError(where) ? where : chaos.oneSided({ ...where, side });
  }),
  cause(
    '/chaos/funding',
    'The crowd pays a premium that leads to this rate',
    FUNDING,
    (parts, chaos, fields) => {
      const wanted = readRequest(FUNDING, fields);
      if (isWireError(wanted)) return wanted;
      const rate = readPercent('rate', wanted.rate, RATE_MOST);
      if (isWireError(rate)) return rate;
      const where = readPlace(parts, wanted);
      return isWireError(where) ? where : chaos.funding({ ...where, rate });
    },
  ),
  cause('/chaos/basis', 'Keep the price this far from the index', BASIS, (parts, chaos, fields) => {
    const wanted = readRequest(BASIS, fields);
    if (isWireError(wanted)) return wanted;
    const premium = readPercent('basis', wanted.basis, BASIS_MOST);
    if (isWireError(premium)) return premium;
    const where = readPlace(parts, wanted);
    return isWireError(where) ? where : chaos.basis({ ...where, premium });
  }),
  cause('/chaos/outage', 'Stop the index', PLACE, (parts, chaos, fields) => {
    const wanted = readRequest(PLACE, fields);
    const where = isWireError(wanted) ? wanted : readPlace(parts, wanted);
    return isWireError(where) ? where : chaos.outage(where);
  }),
  cause('/chaos/halt', 'Refuse new orders for a while', PLACE, (parts, chaos, fields) => {
    const wanted = readRequest(PLACE, fields);
    const where = isWireError(wanted) ? wanted : readPlace(parts, wanted);
    return isWireError(where) ? where : chaos.halt(where);
  }),
  cause('/chaos/resume', 'Accept orders again', RESUME, (parts, chaos, fields) => {
    const wanted = readRequest(RESUME, fields);
    const contracts = isWireError(wanted) ? wanted : findContracts(parts, wanted.symbol);
    return isWireError(contracts) ? contracts : chaos.resume({ contracts });
  }),
  cause('/chaos/calm', 'End all chaos and all faults', NOTHING, async ({ faults }, chaos) => {
    await faults?.end('all');
    return chaos.calm();
  }),
];

function cause(
  path: string,
  summary: string,
  request: AdminRoute['request'],
  go: (parts: AdminParts, chaos: ChaosControl, fields: Fields) => ChaosAnswer | WireError,
): AdminRoute {
  const respond: AdminRoute['respond'] = (parts, _names, fields) => {
    if (parts.market === undefined) return noMarket();
    const said = go(parts, parts.market.chaos, fields);
    return isWireError(said) ? said : answerControl(said);
  };
  return { method: 'POST', path, summary, request, respond };
}

interface Place {
  readonly contracts: readonly ContractId[];
  readonly forMillis: number | null;
}

function readPlace(
  parts: AdminParts,
  wanted: { readonly symbol: string; readonly for?: string },
): Place | WireError {
  const contracts = findContracts(parts, wanted.symbol);
  if (isWireError(contracts)) return contracts;
  const forMillis = readDuration('for', wanted.for);
  return isWireError(forMillis) ? forMillis : { contracts, forMillis };
}

function findContracts(
  { venue, findContract }: AdminParts,
  symbol: string,
): readonly ContractId[] | WireError {
  const contracts = venue.read.listing.contracts();
  if (symbol === 'all') return contracts.map(({ id }) => id);
  const contract = findContract(symbol) ?? contracts.find(({ base }) => base === symbol);
  if (contract !== undefined) return [contract.id];
  const known = contracts.map((listed) => listed.symbol).join(', ');
  return outOfRange('symbol', symbol, `one of ${known}, or all`);
}

/** `-10%` as -10. */
function percentOf(text: string): number {
  const form = /^([+-]?\d{1,4}(?:\.\d{1,4})?) ?%$/.exec(text.trim());
  return form === null ? Number.NaN : Number(form[1]);
}

/** `0.5%` as 0.005. */
function readPercent(field: string, text: string, most: number): number | WireError {
  const percent = percentOf(text);
  const [limit, half] = [most * 100, most * -50];
  if (Math.abs(percent) <= limit) return percent / 100;
  return outOfRange(field, text, `from -${limit}% to +${limit}%, such as ${half}%`);
}

/** `-10%` as a factor of 0.9. */
function readChange(text: string): number | WireError {
  const percent = percentOf(text);
  const [least, most] = [CHANGE_LEAST * 100, CHANGE_MOST * 100];
  if (percent >= least && percent <= most && percent !== 0) return 1 + percent / 100;
  return outOfRange('change', text, `from ${least}% to +${most}%, such as -10%`);
}

const outOfRange = (field: string, given: string, allowed: string): WireError =>
  wireError('40020', { field, detail: both(`"${given.slice(0, 40)}": it is ${allowed}`) });

export const noMarket = (): WireError =>
  wireError('40022', { detail: both('this venue has no market of its own (--market off)') });
