/** depth and rpiDepth: the book as it stands. */
import { Type } from 'typebox';
import type { Millis } from '../../../domain/units.ts';
import type { Level } from '../../../views/depth.ts';
import type { Visitor } from '../../caller.ts';
import type { ContractQuery } from '../../contract-query.ts';
import { isWireError } from '../../errors.ts';
import { meaningField } from '../../field.ts';
import { levelPair } from '../../market-text.ts';
import { plainContractField } from '../../plain-fields.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { integer, levelPairField, list, moment, record } from '../../record-field.ts';
import { extraByRows } from '../../row-weight.ts';
import { pictureId } from '../depth-ids.ts';
import { v1 } from '../endpoint.ts';
import { refusal } from '../errors.ts';

const LIMITS = [5, 10, 20, 50, 100, 500, 1_000];
const FALLBACK = 500;

const depthRequest = (fallback: number) => {
  const meanings = Object.fromEntries(LIMITS.map((limit) => [String(limit), limit]));
  const note = { description: 'Levels of each side.', default: fallback, examples: [fallback] };
  const request = Type.Object({
    symbol: plainContractField(),
    limit: Type.Optional(meaningField<number>(meanings, note)),
  });
  const read = (visitor: Visitor, fields: Fields) => {
    const asked = readRequest(request, fields, visitor);
    if (!isWireError(asked)) return { contract: asked.symbol, limit: asked.limit ?? fallback };
    return asked.field === 'limit'
      ? refusal('-4021', `Invalid depth limit: it is one of ${LIMITS.join(', ')}.`)
      : asked;
  };
  return { request, read };
};

const RECORD = record({
  lastUpdateId: integer('Fits the ids of the changes on the sockets', 2_402),
  E: moment('When it was sent'),
  T: moment('When it was taken'),
  bids: list(levelPairField()),
  asks: list(levelPairField()),
});

interface DepthTold {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly version: number;
  readonly at: Millis;
}

const formatDepth = ({ bids, asks, version, at }: DepthTold, { contract }: ContractQuery) => ({
  lastUpdateId: pictureId(version),
  E: at,
  T: at,
  bids: bids.map((level) => levelPair(contract, level)),
  asks: asks.map((level) => levelPair(contract, level)),
});

export const DEPTH = v1.openGet(2, {
  extraWeight: extraByRows(
    [
      [51, 3],
      [101, 8],
      [501, 18],
    ],
    FALLBACK,
  ),
  id: 'binanceDepth',
  path: '/depth',
  ...depthRequest(FALLBACK),
  response: RECORD,
  summary: 'The book',
  text: 'From the best price outward.',
  format: formatDepth,
});

export const RPI_DEPTH = v1.openGet(20, {
  id: 'binanceRpiDepth',
  path: '/rpiDepth',
  ...depthRequest(1_000),
  response: RECORD,
  summary: 'The book, as it is',
  text: 'There are no hidden orders of retail programs here: the same as `depth`.',
  format: formatDepth,
});
