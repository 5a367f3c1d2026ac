/** position/trading-stop: exits of a position that is held. */
import { type Static, Type } from 'typebox';
import type { TriggerSource } from '../../../domain/order.ts';
import type { Lots, Ticks } from '../../../domain/units.ts';
import type { WireError } from '../../errors.ts';
import { ifSent, optionalPriceField, optionalSizeField } from '../../field.ts';
import type { ExitsAsked, ExitWish } from '../../order-target.ts';
import { DONE, v5 } from '../endpoint.ts';
import { blamedAs, refusal, wrong } from '../errors.ts';
import { EXIT_FIELDS, exitTypeField, indexField } from '../orders/order-form.ts';
import { linearCategory, symbolIn } from '../query.ts';

const price = (description: string) =>
  ifSent(optionalPriceField(description, '500', 'trigger-price-invalid'));
const size = (of: string) =>
  ifSent(optionalSizeField(`With Partial: the size of the ${of}.`, '0.01'));

const FORM = Type.Object({
  category: linearCategory(),
  symbol: symbolIn(),
  positionIdx: indexField(),
  ...EXIT_FIELDS,
  tpSize: size('take-profit'),
  slSize: size('stop-loss'),
  tpOrderType: exitTypeField(),
  slOrderType: exitTypeField(),
  trailingStop: price('How far a trailing stop follows behind, as a price; 0 takes it away.'),
  activePrice: price('From where on it follows.'),
});
type Sent = Static<typeof FORM>;

interface ExitSent {
  readonly name: string;
  readonly at: Ticks | null | undefined;
  readonly source: TriggerSource | undefined;
  readonly size: Lots | null | undefined;
  readonly type: 'Market' | 'Limit' | undefined;
  readonly limit: Ticks | null | undefined;
}

function exitOf(sent: ExitSent, isPartial: boolean): ExitWish | null | undefined | WireError {
  const { name, at, source = 'last', type = 'Market', limit = null } = sent;
  if (at === undefined || at === null) return at;
  if (isPartial && (sent.size ?? null) === null)
    return wrong(`${name}Size`, 'is needed with Partial');
  if (type === 'Limit' && !isPartial) return wrong(`${name}OrderType`, 'Limit needs Partial');
  if (type === 'Limit' && limit === null) return wrong(`${name}LimitPrice`, 'is needed with Limit');
  return {
    triggerPrice: at,
    source,
    size: isPartial ? (sent.size ?? null) : null,
    limit: type === 'Limit' ? limit : null,
  };
}

function readExits(sent: Sent): ExitsAsked | WireError {
  const {
    symbol: contract,
    positionIdx = 'both',
    tpslMode,
    trailingStop,
    activePrice = null,
  } = sent;
  const isPartial = tpslMode === 'Partial';
  const takeProfit = exitOf(
    {
      name: 'tp',
      at: sent.takeProfit,
      source: sent.tpTriggerBy,
      size: sent.tpSize,
      type: sent.tpOrderType,
      limit: sent.tpLimitPrice,
    },
    isPartial,
  );
  const stopLoss = exitOf(
    {
      name: 'sl',
      at: sent.stopLoss,
      source: sent.slTriggerBy,
      size: sent.slSize,
      type: sent.slOrderType,
      limit: sent.slLimitPrice,
    },
    isPartial,
  );
  for (const exit of [takeProfit, stopLoss]) if (isError(exit)) return exit;
  if (takeProfit && stopLoss && sent.tpSize !== sent.slSize && isPartial)
    return wrong('slSize', 'must be tpSize where both are sent');
  return {
    contract,
    positionSide: positionIdx === 'both' ? null : positionIdx,
    takeProfit: isError(takeProfit) ? undefined : takeProfit,
    stopLoss: isError(stopLoss) ? undefined : stopLoss,
    trailing:
      trailingStop === undefined || trailingStop === null
        ? trailingStop
        : { distance: trailingStop, activation: activePrice },
    missing: refusal('10001', 'can not set tp/sl/ts for zero position'),
    same: refusal('34040', 'not modified'),
  };
}

const isError = (value: ExitWish | WireError | null | undefined): value is WireError =>
  value !== null && value !== undefined && 'kind' in value;

export const TRADING_STOP = v5.ownPost('/position/trading-stop', [1, 0], {
  id: 'bybitTradingStop',
  request: FORM,
  ...DONE,
  summary: 'Set the exits of a position',
  text:
    'Full exits close the whole position, and a new one replaces the one before; Partial ones ' +
    'have a size, and two that are sent together are a pair. A trailing stop has the size that ' +
    'the position has now. 0 takes one away.',
  blame: blamedAs({ 'trigger-already-satisfied': '110057' }),
  read: readExits,
});
