/** Checks of the ticket, field by field, before anything is sent. */
import { type Contract, isPriceTooFar, notionalOf } from '../../domain/contract.ts';
import { CALLBACK_MAX, PRICE_TICKS_MAX } from '../../domain/limits.ts';
import { oppositePositionSide, type PositionSide } from '../../domain/side.ts';
import {
  type Lots,
  lots,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ticks,
  toBigInt,
} from '../../domain/units.ts';
import {
  findDecimal,
  findMoney,
  formatLots,
  formatTicks,
  lotText,
  parseLots,
  parseTicks,
  tickText,
} from '../../wire/quantity.ts';
import { accountFigures } from '../account/figures.ts';
import { cents, withCommas } from '../parts/numbers.ts';
import type { Values, WordName } from '../shell/language.ts';
import { type Draft, isTrailing, needsLimit } from './draft.ts';
import { type ExitBasis, type ExitName, exitPrice, isExitAbove } from './exit-price.ts';
import {
  closable,
  costOf,
  doesTake,
  type Intended,
  largestSize,
  openedLots,
  type TicketScene,
} from './preview.ts';

export type FieldName =
  | 'price'
  | 'trigger'
  | 'distance'
  | 'size'
  | 'takeProfit'
  | 'stopLoss'
  | 'order';

export interface FieldFault {
  readonly field: FieldName;
  readonly word: WordName;
  readonly values?: Values | undefined;
}

/** The order in the venue's units, or what is wrong with it. An empty field is not an error. */
export interface Judged {
  readonly faults: readonly FieldFault[];
  readonly intended: Intended | undefined;
  readonly isComplete: boolean;
  /** The triggers of the exits that go with it. */
  readonly exits: Exits;
}

type Exits = Readonly<Record<ExitName, Ticks | undefined>>;

interface Parsed<Unit> {
  readonly value: Unit | undefined;
  readonly fault: FieldFault | undefined;
}

/** `column` is that of the button: the first buys in net mode, in hedge mode it is the long. */
export function judge(scene: TicketScene, draft: Draft, column: PositionSide): Judged {
  const { contract } = scene;
  const side = meantSide(scene, draft, column);
  const price = needsLimit(draft) ? readPrice(scene, 'price', draft.price) : NONE;
  const trails = isTrailing(draft);
  const hasTrigger = draft.kind === 'plan' && !(trails && draft.trigger === '');
  const trigger = hasTrigger ? readPrice(scene, 'trigger', draft.trigger) : NONE;
  const distance = trails ? readDistance(scene, draft) : NONE;
  const size = readSize(
    contract,
    price.value === undefined ? '' : coinSize(scene, draft, side, price.value),
    draft.size,
  );
  const faults = [price.fault, trigger.fault, distance.fault, size.fault];
  const isComplete = [price, trigger, distance, size].every(({ value }) => value !== undefined);
  const intended: Intended | undefined =
    size.value === undefined || price.value === undefined
      ? undefined
      : { effect: draft.effect, side, price: price.value, size: size.value };
  if (intended !== undefined) {
    faults.push(judgeSize(scene, draft, intended));
    if (draft.kind !== 'plan')
      faults.push(judgeMargin(scene, intended), judgeClose(scene, draft, intended));
    if (draft.kind === 'limit' && draft.life === 'postOnly' && doesTake(scene, intended))
      faults.push({ field: 'price', word: 'faultPostOnly' });
  }
  const exits =
    draft.hasExits && draft.effect === 'open' && draft.kind !== 'plan'
      ? EXIT_NAMES.map((name) => {
          const basis = exitBasis(scene, side, price.value, size.value);
          return judgeExit(scene, draft, basis, name);
        })
      : [];
  faults.push(...exits.map(({ fault }) => fault));
  const [takeProfit, stopLoss] = exits;
  return {
    faults: faults.filter((fault) => fault !== undefined),
    intended,
    isComplete,
    exits: { takeProfit: takeProfit?.value, stopLoss: stopLoss?.value },
  };
}

/** Of the position that a button is about. In net mode buying with reduce-only closes a short. */
export const meantSide = (
  { positionMode }: Pick<TicketScene, 'positionMode'>,
  { effect }: Pick<Draft, 'effect'>,
  column: PositionSide,
): PositionSide =>
  positionMode === 'net' && effect === 'close' ? oppositePositionSide(column) : column;

/** What is wrong with a field for both sides is told there, and not at each button. */
export function sharedFaults(scene: TicketScene, draft: Draft): readonly FieldFault[] {
  const [long, short] = SIDES.map((side) => judge(scene, draft, side).faults);
  return (long ?? []).filter(
    ({ field }) => field !== 'order' && short?.some((other) => other.field === field),
  );
}

const SIDES = ['long', 'short'] as const;
const NOTHING = { value: undefined, fault: undefined };

const right = <Unit>(value: Unit): Parsed<Unit> => ({ value, fault: undefined });

const wrong = (field: FieldName, word: WordName, values?: Values) => ({
  value: undefined,
  fault: { field, word, values },
});

const NONE = right(NO_TICKS);

function readPrice(
  { contract, prices }: TicketScene,
  field: FieldName,
  text: string,
): Parsed<Ticks> {
  if (text === '') return NOTHING;
  const value = parseTicks(contract, text);
  if (typeof value !== 'number') return wrong(field, 'faultTick', { step: tickText(contract) });
  if (value > PRICE_TICKS_MAX || isPriceTooFar(value, prices.mark))
    return wrong(field, 'faultTooFar');
  return right(value);
}

/** Per cent are counted in tenths. */
function readDistance(scene: TicketScene, { trail, distance }: Draft): Parsed<number> {
  if (trail === 'price' || distance === '') return readPrice(scene, 'distance', distance);
  const tenths = Number(findDecimal(distance, 1) ?? 0n);
  return tenths >= 1 && tenths <= CALLBACK_MAX ? right(tenths) : wrong('distance', 'faultTrail');
}

const limitFault = (contract: Contract, word: WordName, limit: Lots): FieldFault => ({
  field: 'size',
  word,
  values: { limit: withCommas(formatLots(contract, limit)), coin: contract.base },
});

function readSize(contract: Contract, text: string, typed: string): Parsed<Lots> {
  if (text === '' || Number(typed) === 0) return NOTHING;
  if (Number(text) === 0)
    return { value: undefined, fault: limitFault(contract, 'faultMinimum', contract.orderLotsMin) };
  const value = parseLots(contract, text);
  if (typeof value !== 'number') return wrong('size', 'faultLot', { step: lotText(contract) });
  return right(value);
}

function judgeSize(scene: TicketScene, draft: Draft, intended: Intended): FieldFault | undefined {
  const { contract } = scene;
  const { size } = intended;
  if (size < contract.orderLotsMin && size !== wholeRest(scene, intended))
    return limitFault(contract, 'faultMinimum', contract.orderLotsMin);
  if (size > contract.orderLotsMax)
    return limitFault(contract, 'faultMaximum', contract.orderLotsMax);
  if (draft.kind === 'market' && openedLots(scene, intended) > contract.marketOpenLotsMax)
    return limitFault(contract, 'faultMaximum', contract.marketOpenLotsMax);
  return undefined;
}

/** What is left of a position may be less than the smallest order. */
function wholeRest(scene: TicketScene, { effect, side }: Intended): Lots {
  if (effect === 'close') return closable(scene, side);
  return scene.positionMode === 'net' ? closable(scene, oppositePositionSide(side)) : NO_LOTS;
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
  const isFine = intended.size <= most || mayTrim;
  return isFine ? undefined : limitFault(scene.contract, 'faultClosable', most);
}

const EXIT_NAMES = ['takeProfit', 'stopLoss'] as const;

/** Before a limit is typed, the last price is the expected entry. */
function exitBasis(
  { contract, prices: { last, mark } }: TicketScene,
  side: PositionSide,
  price: Ticks = NO_TICKS,
  size: Lots = NO_LOTS,
): ExitBasis {
  const entry = price !== NO_TICKS ? price : last !== NO_TICKS ? last : mark;
  return { contract, side, entry, size };
}

/** A take profit is beyond the price in the direction of profit, a stop loss in that of loss. */
function judgeExit(
  scene: TicketScene,
  draft: Draft,
  basis: ExitBasis,
  field: ExitName,
): Parsed<Ticks> {
  const text = draft[field];
  if (text === '') return NOTHING;
  if (draft.exitUnit === 'pnl' && basis.size === NO_LOTS) return NOTHING;
  if (draft.exitUnit === 'price') {
    const read = readPrice(scene, field, text);
    if (read.value === undefined) return read;
  }
  const value = exitPrice(basis, field, draft.exitUnit, text);
  if (value === undefined) return wrong(field, 'faultExitAmount');
  const { contract, side, entry } = basis;
  const mustBeAbove = isExitAbove(side, field);
  if (mustBeAbove ? value > entry : value < entry) return right(value);
  const word = mustBeAbove ? 'faultExitAbove' : 'faultExitBelow';
  return wrong(field, word, { price: withCommas(formatTicks(contract, entry)) });
}

const SHARE_DECIMALS = 2;
const WHOLE_SHARE = 10_000n;

/** Rounded down to whole lots. A text that is no number stays as it is, to be judged. */
export function coinSize(
  scene: TicketScene,
  { size, sizeUnit, effect }: Draft,
  side: PositionSide,
  price: Ticks,
): string {
  if (sizeUnit === 'coin') return size;
  const { contract, prices } = scene;
  if (sizeUnit === 'quote') {
    const worth = findMoney(size);
    const perLot = notionalOf(contract, price === NO_TICKS ? prices.mark : price, lots(1));
    if (worth === undefined || perLot === NO_MONEY) return size;
    return formatLots(contract, lots(Number(toBigInt(worth) / toBigInt(perLot))));
  }
  const share = findDecimal(size, SHARE_DECIMALS);
  if (share === undefined || share > WHOLE_SHARE) return size;
  const most = largestSize(scene, { effect, side, price });
  return formatLots(contract, lots(Number((BigInt(most) * share) / WHOLE_SHARE)));
}
