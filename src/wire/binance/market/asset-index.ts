/** assetIndex: the worth of the coin. */
import { type Static, Type } from 'typebox';
import { isWireError } from '../../errors.ts';
import { textField } from '../../field.ts';
import { readRequest } from '../../read-request.ts';
import { decimal, moment, record, text } from '../../record-field.ts';
import { COIN_NAME } from '../../words.ts';
import { v1 } from '../endpoint.ts';
import { refusal } from '../errors.ts';
import { oneOrAll } from '../one-or-all.ts';

const ASSET_QUERY = Type.Object({
  symbol: Type.Optional(
    textField({ description: 'The pair of the coin.', examples: ['USDTUSD'], lengthMax: 32 }),
  ),
});

const ASSET_RECORD = record({
  symbol: text('The pair of the coin', 'USDTUSD'),
  time: moment('When it was taken'),
  index: decimal('Always 1', '1.00000000'),
  bidBuffer: decimal('Always 0', '0.00000000'),
  askBuffer: decimal('Always 0', '0.00000000'),
  bidRate: decimal('Always 1', '1.00000000'),
  askRate: decimal('Always 1', '1.00000000'),
  autoExchangeBidBuffer: decimal('Always 0', '0.00000000'),
  autoExchangeAskBuffer: decimal('Always 0', '0.00000000'),
  autoExchangeBidRate: decimal('Always 1', '1.00000000'),
  autoExchangeAskRate: decimal('Always 1', '1.00000000'),
});

const ASSET_PAIR = `${COIN_NAME}USD`;
const [ONE, NONE] = ['1.00000000', '0.00000000'];

export const ASSET_INDEX = v1.openGet(1, {
  id: 'binanceAssetIndex',
  path: '/assetIndex',
  request: ASSET_QUERY,
  response: oneOrAll(ASSET_RECORD),
  summary: 'The worth of the coin',
  text: 'One coin is one dollar. An object with `symbol`, a list of one without.',
  read: (_visitor, fields) => {
    const asked = readRequest(ASSET_QUERY, fields);
    if (isWireError(asked)) return asked;
    const { symbol } = asked;
    if (symbol !== undefined && symbol !== ASSET_PAIR) return refusal('-1121', 'Invalid symbol.');
    return { isOne: symbol !== undefined };
  },
  format: (_nothing: undefined, { isOne }, { venueNow }) => {
    const row: Static<typeof ASSET_RECORD> = {
      symbol: ASSET_PAIR,
      time: venueNow(),
      index: ONE,
      bidBuffer: NONE,
      askBuffer: NONE,
      bidRate: ONE,
      askRate: ONE,
      autoExchangeBidBuffer: NONE,
      autoExchangeAskBuffer: NONE,
      autoExchangeBidRate: ONE,
      autoExchangeAskRate: ONE,
    };
    return isOne ? row : [row];
  },
});
