/**
 * Chaos on request, one call each. A contract is named by its symbol or its coin; `all` means every
 * one. Lengths are venue time.
 */
import type { Static, TObject, TProperties } from 'typebox';
import type { ContractId } from '../../domain/ids.ts';
import { invalid } from '../../wire/caller.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { codeField, decimalField, ifSent, textField } from '../../wire/field.ts';
import { answerControl, readDuration } from '../answer-control.ts';
import { type AdminParts, type AdminRoute, routesOf, withAll } from './admin-route.ts';
import {
  BASIS_MOST,
  CHANGE_LEAST,
  CHANGE_MOST,
  type ChaosAnswer,
  type ChaosControl,
  RATE_MOST,
} from './controls.ts';

const symbolOrAll = () =>
  textField('The contract by its symbol or its coin, or `all`.', {
    examples: ['cmt_btcusdt'],
    lengthMax: 32,
  });
const lasting = () =>
  ifSent(textField('How long, such as 10m; otherwise until calm.', { lengthMax: 40 }));

const percentage = (description: string) => textField(description, { lengthMax: 20 });

const SHOCK = {
  symbol: symbolOrAll(),
  change: percentage('By how much, such as -10%.'),
  over: ifSent(textField('In what time, such as 5m; otherwise at once.', { lengthMax: 40 })),
};
const REGIME = {
  regime: textField('calm, up, down or stress.', { lengthMax: 20 }),
  for: lasting(),
};
const THIN = {
  symbol: symbolOrAll(),
  depth: decimalField('What is left of the size of the house, from 0 to 1.'),
  for: lasting(),
};
const ONE_SIDED = {
  symbol: symbolOrAll(),
  only: codeField(['bids', 'asks'], 'The side that is left.'),
  for: lasting(),
};
const FUNDING = {
  symbol: symbolOrAll(),
  rate: percentage('The rate of an interval of eight hours, such as -0.05%.'),
  for: lasting(),
};
const BASIS = {
  symbol: symbolOrAll(),
  basis: percentage('How far the price is from the index, such as 0.5%.'),
  for: lasting(),
};
const PLACE = { symbol: symbolOrAll(), for: lasting() };

const NO_MARKET = wireError('40022', {
  detail: both('this venue has no market of its own (--market off)'),
});

export const ownMarket = routesOf(({ market }) => market ?? NO_MARKET);

export const CHAOS_ROUTES: readonly AdminRoute[] = [
  ownMarket.get('/chaos', 'The chaos in effect', {}, ({ chaos }) => chaos.list()),
  cause('/chaos/shock', 'Move the index, at once or over a time', SHOCK, (chaos, sent, parts) =>
    withAll(
      {
        contracts: findContracts(parts, sent.symbol),
        factor: readChange(sent.change),
        overMillis: readDuration('over', sent.over),
      },
      ({ overMillis, ...shock }) => chaos.shock({ ...shock, overMillis: overMillis ?? 0 }),
    ),
  ),
  cause('/chaos/regime', 'Let simulated prices behave like this', REGIME, (chaos, sent) =>
    withAll({ forMillis: readDuration('for', sent.for) }, ({ forMillis }) =>
      chaos.regime({ regime: sent.regime, forMillis }),
    ),
  ),
  cause('/chaos/thin', 'The house offers only a part of its size', THIN, (chaos, sent, parts) =>
    withAll({ depth: readDepth(sent.depth), ...placeOf(parts, sent) }, chaos.thin),
  ),
  cause('/chaos/one-sided', 'The house quotes one side only', ONE_SIDED, (chaos, sent, parts) => {
    const side = sent.only === 'bids' ? 'buy' : 'sell';
    return withAll(placeOf(parts, sent), (place) => chaos.oneSided({ ...place, side }));
  }),
  cause(
    '/chaos/funding',
    'The crowd pays a premium that leads to this rate',
    FUNDING,
    (chaos, sent, parts) => {
      const rate = readPercent('rate', sent.rate, RATE_MOST);
      return withAll({ rate, ...placeOf(parts, sent) }, chaos.funding);
    },
  ),
  cause('/chaos/basis', 'Keep the price this far from the index', BASIS, (chaos, sent, parts) => {
    const premium = readPercent('basis', sent.basis, BASIS_MOST);
    return withAll({ premium, ...placeOf(parts, sent) }, chaos.basis);
  }),
  cause('/chaos/outage', 'Stop the index', PLACE, (chaos, sent, parts) =>
    withAll(placeOf(parts, sent), chaos.outage),
  ),
  cause('/chaos/halt', 'Refuse new orders for a while', PLACE, (chaos, sent, parts) =>
    withAll(placeOf(parts, sent), chaos.halt),
  ),
  cause('/chaos/resume', 'Accept orders again', { symbol: symbolOrAll() }, (chaos, sent, parts) =>
    withAll({ contracts: findContracts(parts, sent.symbol) }, chaos.resume),
  ),
  ownMarket.post('/chaos/calm', 'End all chaos and all faults', {}, async ({ chaos }, _, call) => {
    await call.parts.faults?.end('all');
    return answerControl(chaos.calm());
  }),
];

function cause<Sent extends TProperties>(
  path: string,
  summary: string,
  fields: Sent,
  go: (
    chaos: ChaosControl,
    sent: Static<TObject<Sent>>,
    parts: AdminParts,
  ) => ChaosAnswer | WireError,
): AdminRoute {
  return ownMarket.post(path, summary, fields, ({ chaos }, sent, { parts }) => {
    const said = go(chaos, sent, parts);
    return isWireError(said) ? said : answerControl(said);
  });
}

const placeOf = (parts: AdminParts, sent: { readonly symbol: string; readonly for?: string }) => ({
  contracts: findContracts(parts, sent.symbol),
  forMillis: readDuration('for', sent.for),
});

function readDepth(text: string): number | WireError {
  const depth = Number(text);
  return depth >= 0 && depth <= 1 ? depth : outOfRange('depth', text, 'from 0 to 1');
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
  invalid(field, `"${given.slice(0, 40)}": it is ${allowed}`);
