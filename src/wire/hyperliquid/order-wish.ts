/**
 * An order of an action: `{a, b, p, s, r, t, c}`. Prices keep to five figures, as the exchange has
 * it; one that is off the tick of the venue is rounded in favour of the order.
 */
import type { PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import { type Contract, notionalOf } from '../../domain/contract.ts';
import { PRICE_TICKS_MAX } from '../../domain/limits.ts';
import type { OrderOptions, TimeInForce, TriggerOptions } from '../../domain/order.ts';
import type { Side } from '../../domain/side.ts';
import { type Lots, type Ticks, ticks, toBigInt } from '../../domain/units.ts';
import type { Caller } from '../caller.ts';
import { isWireError, type WireError } from '../errors.ts';
import { digitsOf, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { given, type InFull } from '../order-options.ts';
import { findDecimal, lotText, parseLots } from '../quantity.ts';
import { CLOID } from './endpoint.ts';
import { refusal, unreadable } from './errors.ts';
import { sizeDecimalsOf } from './figure.ts';

/** An order as it was sent, in the units of the engine. */
export interface OrderWish {
  readonly contract: Contract;
  readonly asset: number;
  readonly side: Side;
  readonly price: Ticks;
  /** Null for the whole position. */
  readonly size: Lots | null;
  readonly isReducing: boolean;
  readonly timeInForce: TimeInForce;
  readonly isMarket: boolean;
  readonly trigger: TriggerWish | null;
  readonly cloid: string | null;
}

interface TriggerWish {
  readonly isMarket: boolean;
  readonly price: Ticks;
  readonly kind: 'tp' | 'sl';
}

const TIFS = { Gtc: 'normal', Alo: 'post-only', Ioc: 'ioc', FrontendMarket: 'ioc' } as const;
const isTif = (word: Json | undefined): word is keyof typeof TIFS =>
  typeof word === 'string' && Object.hasOwn(TIFS, word);

/** An order of which nobody can tell what it means. */
const odd = (field: string): WireError => unreadable(`field ${field} of an order`);

export function assetNumber(sent: Json | undefined): number | undefined {
  const digits = digitsOf(sent) ?? '';
  return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined;
}

export function findAsset(sent: Json | undefined, { contracts }: Pick<Caller, 'contracts'>) {
  const asset = assetNumber(sent);
  return asset === undefined ? undefined : contracts()[asset];
}

/** Reads an order. An error of its form is one of the whole action; other errors are its own. */
export function readWish(item: Json, caller: Caller, isWhole = false): OrderWish | WireError {
  if (!isJsonObject(item)) return unreadable('an order is an object');
  const asset = assetNumber(item.get('a'));
  const [isBuy, isReducing, cloid] = [item.get('b'), item.get('r'), item.get('c') ?? null];
  if (asset === undefined) return odd('a');
  if (typeof isBuy !== 'boolean') return odd('b');
  if (typeof isReducing !== 'boolean') return odd('r');
  if (cloid !== null && !(typeof cloid === 'string' && CLOID.test(cloid))) return odd('c');
  const execution = readExecution(item.get('t'));
  if (isWireError(execution)) return execution;
  const [p, s] = [item.get('p'), item.get('s')];
  if (typeof p !== 'string' || !DECIMAL.test(p)) return odd('p');
  if (typeof s !== 'string' || !DECIMAL.test(s)) return odd('s');
  const contract = caller.contracts()[asset];
  if (contract === undefined) return refusal(`Invalid asset. asset=${asset}`);
  const side = isBuy ? 'buy' : 'sell';
  const price = readPrice(contract, p, side);
  if (isWireError(price)) return price;
  const size = isWhole && /^0(?:\.0+)?$/.test(s) ? null : readSize(contract, s);
  if (isWireError(size)) return size;
  const trigger = execution.trigger && readTrigger(contract, execution.trigger);
  if (isWireError(trigger)) return trigger;
  return {
    contract,
    asset,
    side,
    price,
    size,
    isReducing,
    cloid: cloid?.toLowerCase() ?? null,
    timeInForce: execution.timeInForce,
    isMarket: execution.isMarket,
    trigger,
  };
}

const DECIMAL = /^\d{1,30}(?:\.\d{1,30})?$/;

interface Execution {
  readonly timeInForce: TimeInForce;
  readonly isMarket: boolean;
  readonly trigger: JsonObject | null;
}

function readExecution(sent: Json | undefined): Execution | WireError {
  const type = isJsonObject(sent) ? sent : NONE;
  const [limit, trigger] = [type.get('limit'), type.get('trigger')];
  if (isJsonObject(trigger))
    return { timeInForce: 'normal', isMarket: trigger.get('isMarket') === true, trigger };
  const tif = isJsonObject(limit) ? limit.get('tif') : undefined;
  if (!isTif(tif)) return odd('t');
  return { timeInForce: TIFS[tif], isMarket: tif === 'FrontendMarket', trigger: null };
}

const NONE: JsonObject = new Map();

function readTrigger(contract: Contract, sent: JsonObject): TriggerWish | WireError {
  const [isMarket, triggerPx, tpsl] = [
    sent.get('isMarket'),
    sent.get('triggerPx'),
    sent.get('tpsl'),
  ];
  if (typeof isMarket !== 'boolean' || (tpsl !== 'tp' && tpsl !== 'sl')) return odd('t');
  if (typeof triggerPx !== 'string' || !DECIMAL.test(triggerPx)) return odd('t');
  const price = readPrice(contract, triggerPx, 'buy');
  return isWireError(price) ? price : { isMarket, price, kind: tpsl };
}

const FIGURES_MAX = 5;
const DECIMALS_MAX = 6;

/** At most five figures and so many decimals; whole numbers are always allowed. */
function keepsRule(contract: Contract, text: string): boolean {
  const [whole = '', rest = ''] = text.split('.');
  const fraction = rest.replace(/0+$/, '');
  if (fraction === '') return true;
  const figures = `${whole}${fraction}`.replace(/^0+/, '').length;
  return figures <= FIGURES_MAX && fraction.length <= DECIMALS_MAX - sizeDecimalsOf(contract);
}

const TICK = 'Price must be divisible by tick size.';

/** A buy is rounded down, a sell up. */
function readPrice(contract: Contract, text: string, side: Side): Ticks | WireError {
  const asset = ` asset=${contract.id}`;
  const decimals = 30;
  const units = findDecimal(text, decimals);
  if (units === undefined || units === 0n || !keepsRule(contract, text))
    return { ...refusal(TICK + asset), reason: 'price-invalid' };
  const step = BigInt(contract.priceEndStep) * 10n ** BigInt(decimals - contract.priceDecimals);
  const down = units / step;
  const count = side === 'sell' && units % step !== 0n ? down + 1n : down;
  if (count === 0n || count > BigInt(PRICE_TICKS_MAX))
    return { ...refusal(TICK + asset), reason: 'price-invalid' };
  return ticks(Number(count));
}

function readSize(contract: Contract, text: string): Lots | WireError {
  const asset = ` asset=${contract.id}`;
  if (!/[1-9]/.test(text))
    return { ...refusal(`Order has zero size.${asset}`), reason: 'size-invalid' };
  const size = parseLots(contract, text);
  if (typeof size === 'number') return size;
  const step = `A size is a multiple of ${lotText(contract)}.`;
  return { ...refusal(`Order has invalid size. ${step}${asset}`), reason: 'size-invalid' };
}

const VALUE_MIN = 10n * 100_000_000n;

/** An order that opens is worth ten at least. */
export function findTooSmall(wish: OrderWish): WireError | undefined {
  const { contract, size, price, isReducing, asset } = wish;
  if (isReducing || size === null) return undefined;
  if (toBigInt(notionalOf(contract, price, size)) >= VALUE_MIN) return undefined;
  return {
    ...refusal(`Order must have minimum value of $10. asset=${asset}`),
    reason: 'notional-below-minimum',
  };
}

const directionOf = ({ side, isReducing }: OrderWish) =>
  ({
    positionSide: (side === 'buy') === isReducing ? 'short' : 'long',
    effect: isReducing ? 'close' : 'open',
  }) as const;

const OPTIONS: InFull<OrderOptions> = {
  positionMode: 'net',
  clientIds: 'open-only',
  selfTrade: undefined,
  priceMatch: undefined,
  expiresAt: undefined,
};

/** Exits that come with an order. */
export interface Attached {
  readonly takeProfit: Ticks | null;
  readonly stopLoss: Ticks | null;
}

export const NO_EXITS: Attached = { takeProfit: null, stopLoss: null };

export function placingOf(
  wish: OrderWish,
  { account }: Pick<Caller, 'account'>,
  exits: Attached = NO_EXITS,
): PlaceOrder | PlaceTrigger | WireError {
  if (wish.trigger !== null) return triggerOf(wish, wish.trigger, account);
  if (wish.size === null) return refusal(`Order has zero size. asset=${wish.asset}`);
  return {
    kind: 'place-order',
    account,
    contract: wish.contract.id,
    ...directionOf(wish),
    size: wish.size,
    price: wish.price,
    timeInForce: wish.timeInForce,
    clientOrderId: wish.cloid,
    ...exits,
    marginMode: null,
    options: given<OrderOptions>(OPTIONS),
  };
}

/** Side and kind decide the direction; the mark is watched. */
function triggerOf(
  wish: OrderWish,
  trigger: TriggerWish,
  account: Caller['account'],
): PlaceTrigger {
  const isWhole = wish.size === null;
  const isRising = (wish.side === 'sell') === (trigger.kind === 'tp');
  return {
    kind: 'place-trigger',
    account,
    contract: wish.contract.id,
    ...directionOf(isWhole ? { ...wish, isReducing: true } : wish),
    size: wish.size,
    purpose: isWhole ? (trigger.kind === 'tp' ? 'take-profit' : 'stop-loss') : 'plan',
    triggerPrice: trigger.price,
    triggerSource: 'mark',
    price: trigger.isMarket ? null : wish.price,
    clientOrderId: wish.cloid,
    marginMode: null,
    options: given<TriggerOptions>({
      ...OPTIONS,
      direction: isWhole ? undefined : isRising ? 'rising' : 'falling',
      trailing: undefined,
      timeInForce: undefined,
      limitBound: trigger.isMarket || isWhole ? undefined : 'trigger',
      priceProtect: undefined,
      replaces: undefined,
      pairs: undefined,
    }),
  };
}
