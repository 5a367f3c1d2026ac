/** market/depth: the order book by price. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Millis } from '../../../domain/units.ts';
import type { Level } from '../../../views/depth.ts';
import { depthQuery } from '../../market-query.ts';
import * as text from '../../market-text.ts';
import { levelPairField, list, momentText, record } from '../../record-field.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../row-weight.ts';
import { openGet } from '../endpoint.ts';

const RECORD = record({
  asks: list(levelPairField()),
  bids: list(levelPairField()),
  timestamp: momentText('When it was taken'),
});

/** Levels of each side, best first. */
interface DepthReading {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly at: Millis;
}

export const depthRecord = (
  contract: Contract,
  { asks, bids, at }: DepthReading,
): Static<typeof RECORD> => ({
  asks: asks.map((level) => text.levelPair(contract, level)),
  bids: bids.map((level) => text.levelPair(contract, level)),
  timestamp: String(at),
});

export const DEPTH = openGet(1, {
  id: 'marketDepth',
  path: '/market/depth',
  ...depthQuery(),
  response: RECORD,
  summary: 'Order book by price',
  extraWeight: extraPerHundred,
  text: `Asks ascend, bids descend: the best comes first on both sides. ${PER_HUNDRED_TEXT}`,
  format: (depth: DepthReading, { contract }) => depthRecord(contract, depth),
});
