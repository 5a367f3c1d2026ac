/** Checks of the ticket, field by field, before anything is sent. */
import { isPriceTooFar } from '../../domain/band.ts';
import type { Contract } from '../../domain/contract.ts';
import { PRICE_TICKS_MAX } from '../../domain/limits.ts';
import type { PositionSide } from '../../domain/side.ts';
import { type Lots, NO_LOTS, NO_TICKS, type Ticks } from '../../domain/units.ts';
import {
  formatLots,
  formatTicks,
  lotText,
  parseLots,
  parseTicks,
  tickText,
} from '../../wire/quantity.ts';
import { accountFigures } from '../account/figures.ts';
import { cents } from '../parts/numbers.ts';
import type { Values } from '../shell/language.ts';
import type { WordName } from '../shell/words-en.ts';
import type { Draft } from './draft.ts';
import { closable, costOf, type Intended, type TicketScene } from './preview.ts';

export type FieldName = 'price' | 'trigger' | 'size' | 'takeProfit' | 'stopLoss' | 'order';

export interface FieldFault {
  readonly field: FieldName;
  readonly word: WordName;
  readonly values?: Values;
}

/** The order in the venue's units, or what is wrong with it. An empty field is not an error. */
export interface Judged {
  readonly faults: readonly FieldFault[];
  readonly intended: Intended | undefined;
  readonly isComplete: boolean;
}

interface Parsed<Unit> {
  readonly value: Unit | undefined;
  readonly fault: FieldFault | undefined;
}

export function judge(scene: TicketScene, draft: Draft, side: PositionSide): Judged {
  const { contract } = scene;
  const needsPrice = draft.kind === 'limit' || (draft.kind === 'plan' && draft.firesAs === 'limit');
  const price = needsPrice ? readPrice(scene, 'price', draft.price) : NONE;
  const trigger = draft.kind === 'plan' ? readPrice(scene, 'trigger', draft.trigger) : NONE;
  const size = readSize(contract, draft.size);
  const faults = [price.fault, trigger.fault, size.fault];
  const isComplete =
    price.value !== undefined && trigger.value !== undefined && size.value !== undefined;
  const intended: Intended | undefined =
    size.value === undefined || price.value === undefined
      ? undefined
      : { effect: draft.effect, side, price: price.value, size: size.value };
  if (intended !== undefined) {
    faults.push(judgeSize(scene, draft, intended));
    if (draft.kind !== 'plan')
      faults.push(judgeMargin(scene, intended), judgeClose(scene, draft, intended));
    if (draft.kind === 'limit' && draft.life === 'postOnly')
      faults.push(judgePostOnly(scene, intended));
  }
  if (draft.hasExits && draft.effect === 'open' && draft.kind !== 'plan')
    faults.push(...judgeExits(scene, draft, side, price.value ?? NO_TICKS));
  return {
    faults: faults.filter((fault) => fault !== undefined),
    intended,
    isComplete,
  };
}

const NONE: Parsed<Ticks> = { value: NO_TICKS, fault: undefined };
const NOTHING = { value: undefined, fault: undefined };

function readPrice(
  { contract, prices }: TicketScene,
  field: FieldName,
  text: string,
): Parsed<Ticks> {
  if (text === '') return NOTHING;
  const value = parseTicks(contract, text);
  if (typeof value !== 'number')
    return {
      value: undefined,
      fault: { field, word: 'faultTick', values: { step: tickText(contract) } },
    };
  if (value > PRICE_TICKS_MAX || isPriceTooFar(value, prices.mark))
    return { value: undefined, fault: { field, word: 'faultTooFar' } };
  return { value, fault: undefined };
}

function readSize(contract: Contract, text: string): Parsed<Lots> {
  if (text === '' || Number(text) === 0) return NOTHING;
  const value = parseLots(contract, text);
  if (typeof value !== 'number')
    return {
      value: undefined,
      fault: { field: 'size', word: 'faultLot', values: { step: lotText(contract) } },
    };
  return { value, fault: undefined };
}

function judgeSize(
  scene: TicketScene,
  draft: Draft,
  { size, effect, side }: Intended,
): FieldFault | undefined {
  const { contract } = scene;
  const over = (word: WordName, limit: Lots): FieldFault => ({
    field: 'size',
    word,
    values: { limit: formatLots(contract, limit), coin: contract.base },
  });
  if (size < contract.orderLotsMin && !(effect === 'close' && size === closable(scene, side)))
    return over('faultMinimum', contract.orderLotsMin);
  if (size > contract.orderLotsMax) return over('faultMaximum', contract.orderLotsMax);
  if (draft.kind === 'market' && effect === 'open' && size > contract.marketOpenLotsMax)
    return over('faultMaximum', contract.marketOpenLotsMax);
  return undefined;
}

function judgeMargin(scene: TicketScene, intended: Intended): FieldFault | undefined {
  if (intended.effect === 'close') return undefined;
  const { available } = accountFigures(scene.account);
  const cost = costOf(scene, intended);
  if (cost <= available) return undefined;
  const values = { cost: cents(cost), available: cents(available) };
  return { field: 'order', word: 'faultMargin', values };
}

function judgeClose(scene: TicketScene, draft: Draft, intended: Intended): FieldFault | undefined {
  if (intended.effect === 'open') return undefined;
  const most = closable(scene, intended.side);
  if (most === NO_LOTS) return { field: 'order', word: 'faultNoPosition' };
  const mayTrim = draft.kind === 'market' || draft.life === 'ioc';
  if (intended.size <= most || mayTrim) return undefined;
  const values = { limit: formatLots(scene.contract, most), coin: scene.contract.base };
  return { field: 'size', word: 'faultClosable', values };
}

function judgePostOnly(
  { prices }: TicketScene,
  { side, effect, price }: Intended,
): FieldFault | undefined {
  const isBuy = (side === 'long') === (effect === 'open');
  const takes = isBuy
    ? prices.bestAsk !== NO_TICKS && price >= prices.bestAsk
    : prices.bestBid !== NO_TICKS && price <= prices.bestBid;
  return takes ? { field: 'price', word: 'faultPostOnly' } : undefined;
}

/** A take profit is beyond the price in the direction of profit, a stop loss in that of loss. */
function judgeExits(
  scene: TicketScene,
  draft: Draft,
  side: PositionSide,
  price: Ticks,
): (FieldFault | undefined)[] {
  const { last, mark } = scene.prices;
  const reference = price !== NO_TICKS ? price : last !== NO_TICKS ? last : mark;
  const judgeExit = (field: 'takeProfit' | 'stopLoss'): FieldFault | undefined => {
    const { value, fault } = readPrice(scene, field, draft[field]);
    if (value === undefined) return fault;
    const mustBeAbove = (side === 'long') === (field === 'takeProfit');
    if (mustBeAbove ? value > reference : value < reference) return undefined;
    const word = mustBeAbove ? 'faultExitAbove' : 'faultExitBelow';
    const values = { price: formatTicks(scene.contract, reference) };
    return { field, word, values };
  };
  return [judgeExit('takeProfit'), judgeExit('stopLoss')];
}
