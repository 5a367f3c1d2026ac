/**
 * Turns the answer of a program into commands. An answer may be anything: what is no order is
 * refused with words for its author, and the others of the same answer stand.
 */
import type { PlainCommand } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { describeSent } from '../domain/describe-sent.ts';
import { type AccountId, orderId } from '../domain/ids.ts';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import type { TimeInForce } from '../domain/order.ts';
import { lots, type Ticks, ticks } from '../domain/units.ts';
import { tenTo } from '../market/steady-math.ts';

export interface ProgramAnswer {
  readonly commands: readonly PlainCommand[];
  readonly refusals: readonly string[];
  /** What the program wrote to its console. */
  readonly said: string;
}

export interface AnswerTerms {
  readonly account: AccountId;
  readonly contracts: readonly Contract[];
  readonly ordersMax: number;
}

export const ANSWER_LENGTH_MAX = 65_536;
/** Orders are shallow, and whoever writes down what is nested without end runs out of stack. */
const DEPTH_MAX = 32;
export const TOO_DEEP = `its answer is nested deeper than ${DEPTH_MAX} levels`;
const ID_FORM = /^[A-Za-z0-9._-]{1,32}$/;
const ORDER_FIELDS = ['contract', 'side', 'size', 'price', 'type', 'reduceOnly', 'id'];

/** By the word that a program says; what says none is at market without a price, else a limit. */
const TYPES: Readonly<Record<string, TimeInForce>> = {
  limit: 'normal',
  'post-only': 'post-only',
  ioc: 'ioc',
  fok: 'fok',
  market: 'ioc',
};

type Fields = Readonly<Record<string, unknown>>;

export function readAnswer(text: string, terms: AnswerTerms): ProgramAnswer {
  if (text.length > ANSWER_LENGTH_MAX)
    return refuse(`its answer has ${text.length} characters, of at most ${ANSWER_LENGTH_MAX}`);
  const answer: unknown = JSON.parse(text);
  if (!isRecord(answer)) return refuse('its answer is not { orders, cancels, memory }');
  const { orders = [], cancels = [] } = answer;
  const said = typeof answer['said'] === 'string' ? answer['said'] : '';
  const commands: PlainCommand[] = [];
  const refusals: string[] = [];
  const attempt = (read: () => PlainCommand): void => {
    try {
      commands.push(read());
    } catch (error) {
      if (!(error instanceof NoOrder)) throw error;
      refusals.push(error.message);
    }
  };
  for (const cancel of listOf('cancels', cancels === 'all' ? ['all'] : cancels, terms, refusals))
    attempt(() => readCancel(cancel, terms.account));
  for (const order of listOf('orders', orders, terms, refusals))
    attempt(() => readOrder(order, terms));
  return { commands, refusals, said };
}

const refuse = (reason: string): ProgramAnswer => ({ commands: [], refusals: [reason], said: '' });

class NoOrder extends Error {
  override readonly name = 'NoOrder';
}

export const isTooDeep = (value: unknown, left = DEPTH_MAX): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((each) => isTooDeep(each, left - 1)));

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first ones, where there are too many. */
function listOf(
  name: string,
  value: unknown,
  { ordersMax }: AnswerTerms,
  refusals: string[],
): unknown[] {
  if (!Array.isArray(value)) {
    refusals.push(`${name} is not a list`);
    return [];
  }
  if (value.length > ordersMax)
    refusals.push(`${name} has ${value.length} items, of at most ${ordersMax}`);
  return value.slice(0, ordersMax);
}

function readCancel(target: unknown, account: AccountId): PlainCommand {
  if (target === 'all')
    return { kind: 'cancel-all-orders', account, contract: null, scope: 'working' };
  if (typeof target === 'string' && ID_FORM.test(target))
    return {
      kind: 'cancel-order',
      account,
      target: { by: 'client-order-id', clientOrderId: target },
    };
  if (typeof target === 'number' && Number.isSafeInteger(target) && target >= 0)
    return { kind: 'cancel-order', account, target: { by: 'id', order: orderId(target) } };
  throw new NoOrder(`${describeSent(target)} is not the id of an order`);
}

function readOrder(order: unknown, { account, contracts }: AnswerTerms): PlainCommand {
  if (!isRecord(order)) throw new NoOrder(`${describeSent(order)} is not an order`);
  const unknown = Object.keys(order).find((name) => !ORDER_FIELDS.includes(name));
  if (unknown !== undefined)
    throw new NoOrder(
      `an order has no field ${describeSent(unknown)}; it has ${ORDER_FIELDS.join(', ')}`,
    );
  const contract = findContract(order['contract'], contracts);
  const { side, reduceOnly = false, id = null } = order;
  if (side !== 'buy' && side !== 'sell')
    throw new NoOrder(`side is buy or sell, not ${describeSent(side)}`);
  if (typeof reduceOnly !== 'boolean') throw new NoOrder('reduceOnly is true or false');
  if (id !== null && !(typeof id === 'string' && ID_FORM.test(id)))
    throw new NoOrder('id is a word of 1 to 32 letters, digits, dots, dashes and underscores');
  const price = readPrice(order, contract);
  const opens = side === 'buy' ? 'long' : 'short';
  const closes = side === 'buy' ? 'short' : 'long';
  return {
    kind: 'place-order',
    account,
    contract: contract.id,
    positionSide: reduceOnly ? closes : opens,
    effect: reduceOnly ? 'close' : 'open',
    size: readSize(order['size'], contract),
    price,
    timeInForce: readType(order['type'], price),
    clientOrderId: id,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    ...(reduceOnly ? {} : { options: { positionMode: 'net' } }),
  };
}

function findContract(base: unknown, contracts: readonly Contract[]): Contract {
  const [first] = contracts;
  if (base === undefined && contracts.length === 1 && first !== undefined) return first;
  const found = contracts.find((contract) => contract.base === base);
  if (found !== undefined) return found;
  const bases = contracts.map((contract) => contract.base).join(', ');
  throw new NoOrder(`contract is one of ${bases}, not ${describeSent(base)}`);
}

/** To the nearest step of the contract. */
function readSize(size: unknown, { base, lotStep, sizeDecimals, orderLotsMax }: Contract) {
  if (typeof size !== 'number' || !(size > 0))
    throw new NoOrder(`size is a number above zero, not ${describeSent(size)}`);
  const count = Math.round((size * tenTo(sizeDecimals)) / lotStep);
  const step = lotStep / tenTo(sizeDecimals);
  if (count < 1 || count > orderLotsMax)
    throw new NoOrder(`size of ${base} is from ${step} to ${orderLotsMax * step}, not ${size}`);
  return lots(count);
}

/** Left out for an order at market. What is no number arrives as null, and must not be one. */
function readPrice(order: Fields, { priceDecimals, priceEndStep }: Contract): Ticks | null {
  const { price } = order;
  if (price === undefined) return null;
  if (typeof price !== 'number' || !(price > 0))
    throw new NoOrder(`price is a number above zero, or left out, not ${describeSent(price)}`);
  const count = Math.round((price * tenTo(priceDecimals)) / priceEndStep);
  if (count < 1 || count > PRICE_TICKS_MAX) throw new NoOrder(`${price} is no price`);
  return ticks(count);
}

function readType(type: unknown, price: Ticks | null): TimeInForce {
  const usual = price === null ? 'market' : 'limit';
  const word = type ?? usual;
  const found = typeof word === 'string' && Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (found === undefined)
    throw new NoOrder(`type is one of ${Object.keys(TYPES).join(', ')}, not ${describeSent(type)}`);
  if ((price === null) !== (word === 'market'))
    throw new NoOrder(
      price === null ? `an order of type ${word} has a price` : 'an order at market has no price',
    );
  return found;
}
