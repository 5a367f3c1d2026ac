/** market/depth: the order book by price. */
import type { Static } from 'typebox';
import type { Level } from '../../../views/depth.ts';
import { depthQuery } from '../../market-query.ts';
import * as text from '../../market-text.ts';
import { plainContractField } from '../../plain-fields.ts';
import { integer, levelPairField, list, record } from '../../record-field.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../row-weight.ts';
import { openGet } from '../endpoint.ts';

const RECORD = record({
  bids: list(levelPairField()),
  asks: list(levelPairField()),
  lastUpdateId: integer('The number of the last change of the book', 4_711),
});

/** Levels of each side, best first. */
interface DepthReading {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly version: number;
}

export const DEPTH = openGet(1, {
  id: 'v3MarketDepth',
  path: '/market/depth',
  ...depthQuery(plainContractField()),
  response: RECORD,
  summary: 'Order book by price',
  extraWeight: extraPerHundred,
  text: `Asks ascend, bids descend: the best comes first on both sides. ${PER_HUNDRED_TEXT}`,
  format: ({ bids, asks, version }: DepthReading, { contract }): Static<typeof RECORD> => ({
    bids: bids.map((level) => text.levelPair(contract, level)),
    asks: asks.map((level) => text.levelPair(contract, level)),
    lastUpdateId: version,
  }),
});
