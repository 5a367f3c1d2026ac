/** Fields that several order endpoints share. */
import { Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import type { TriggerSource } from '../../../domain/order.ts';
import type { Effect, PositionSide, Side } from '../../../domain/side.ts';
import type { Millis } from '../../../domain/units.ts';
import { invalid } from '../../caller.ts';
import { isWireError, type WireError } from '../../errors.ts';
import {
  CLIENT_ID_CHARACTERS,
  decimalField,
  flagField,
  integerField,
  limitField,
  meaningField,
  momentField,
  positionModeField,
  priceField,
  sizeField,
  textField,
} from '../../field.ts';
import { parseWindow } from '../../parse-window.ts';
import { plainContractField } from '../../plain-fields.ts';
import { effectOf, POSITION_SIDE_NAMES, POSITION_SIDES, SIDE_NAMES, SIDES } from '../../words.ts';

export const BATCH_MAX = 10;

export const clientIdField = () =>
  Type.Optional(
    textField({
      description: 'The caller’s own id. At most 40 of letters, digits and `. _ : # / -`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
      characters: CLIENT_ID_CHARACTERS,
    }),
  );

/** The price of an attached exit, as text. Zero means none. */
export const presetField = (description: string) =>
  Type.Optional(decimalField({ description, examples: ['90000.0'] }));

export const triggerPriceField = (description: string, example: string) =>
  priceField({ description, examples: [example] }, 'trigger-price-invalid');

export const workingType = (description: string) =>
  Type.Optional(
    meaningField<TriggerSource>(
      { CONTRACT_PRICE: 'last', MARK_PRICE: 'mark' },
      { description, default: 'CONTRACT_PRICE' },
    ),
  );

export const positionSideField = () =>
  meaningField<PositionSide>(POSITION_SIDES, {
    description: 'The side of the position.',
    examples: ['LONG'],
  });

/** The sides of an order, its size and its limit. */
export const sideFields = {
  side: meaningField<Side>(SIDES, {
    description: 'With `positionSide`: BUY LONG opens a long, SELL LONG closes it.',
    examples: ['BUY'],
  }),
  positionSide: positionSideField(),
  quantity: sizeField({
    description: 'Size in the base coin, a multiple of the step of the contract.',
    examples: ['0.0100'],
  }),
  price: Type.Optional(
    limitField('Limit price, a multiple of the tick; ignored for market orders.', {
      market: ['type', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'],
      isLast: true,
    }),
  ),
  reduceOnly: Type.Optional(
    flagField({
      description: 'Optional: `side` and `positionSide` already say it.',
      examples: [false],
    }),
  ),
  positionMode: positionModeField(),
};

interface Direction {
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly?: boolean;
}

export const directionOf = ({ side, positionSide }: Direction) => ({
  positionSide,
  effect: effectOf(side, positionSide),
});

/** Returns an error if `reduceOnly` contradicts the two sides. */
export function refuseDirection(order: Direction, effect: Effect): WireError | undefined {
  if (order.reduceOnly !== true || effect === 'close') return undefined;
  const side = SIDE_NAMES[order.side];
  const positionSide = POSITION_SIDE_NAMES[order.positionSide];
  return invalid('reduceOnly', `${side} with positionSide ${positionSide} opens a position`);
}

/** The window of a list of orders or fills. */
export const windowFields = {
  symbol: Type.Optional(plainContractField('One contract; all where left out.')),
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
};

export const limitOf = (max: number, normal: number) =>
  Type.Optional(integerField({ description: 'How many.', default: normal, min: 1, max }));

export const LIMIT_FALLBACK = 100;

interface ListRequest {
  readonly symbol?: Contract;
  readonly startTime?: Millis;
  readonly endTime?: Millis;
  readonly orderId?: OrderId;
  readonly limit?: number;
}

/** Returns the query of a list: its contract, window and limit. */
export function listQuery(request: ListRequest) {
  const window = parseWindow(request);
  if (isWireError(window)) return window;
  const { symbol: contract = null, orderId: order = null, limit = LIMIT_FALLBACK } = request;
  return { contract, order, limit, ...window };
}
