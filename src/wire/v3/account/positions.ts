/** account/position/allPosition and account/position/singlePosition. */
import type { Static } from 'typebox';
import { coin, marginType, ONE_CONTRACT, plainSymbolText } from '../../contract-query.ts';
import { markedFigures, type PositionReading, positionFigures } from '../../position-figures.ts';
import { decimal, flag, integer, list, moment, record, word } from '../../record-field.ts';
import { POSITION_FIELDS } from '../../socket-fields.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { MARGIN_TYPE_NAMES } from '../codes.ts';
import { combined, ownGet } from '../endpoint.ts';

/** Fields of a position. The sockets use them too, with other names for coin and margin mode. */
export const positionFields = {
  side: word(['LONG', 'SHORT'], 'Side'),
  separatedMode: combined(),
  ...POSITION_FIELDS,
  marginSize: decimal('Margin: value at the mark by leverage, or the isolated margin', '17.154980'),
  unrealizePnl: decimal('What closing at the mark would realise', '-85.56900000'),
  liquidatePrice: decimal('Mark at which it would be liquidated; 0 for none', '81250.1'),
};

export const POSITION_RECORD = record({
  id: integer('The position', 1_000_001),
  asset: coin(),
  symbol: plainSymbolText(),
  marginType: marginType(),
  separatedOpenOrderId: integer('Always 0', 0),
  isAutoAppendIsolatedMargin: flag('Whether it draws missing margin from the wallet'),
  ...positionFields,
  createdMatchSequenceId: integer('Place in the journal where it began', 7_027),
  updatedMatchSequenceId: integer('Place in the journal where it last changed', 7_031),
  createdTime: moment('When it began'),
  updatedTime: moment('When it last changed'),
});
type PositionRecord = Static<typeof POSITION_RECORD>;

export const positionRecord = (reading: PositionReading): PositionRecord => ({
  id: reading.position.id,
  asset: COIN_NAME,
  symbol: symbolOf(reading.contract),
  marginType: MARGIN_TYPE_NAMES[reading.marginMode],
  separatedOpenOrderId: 0,
  isAutoAppendIsolatedMargin: reading.autoTopUp,
  ...positionFigures(reading),
  ...markedFigures(reading),
  createdMatchSequenceId: reading.position.openedSeq,
  updatedMatchSequenceId: reading.position.updatedSeq,
  createdTime: reading.position.openedAt,
  updatedTime: reading.position.updatedAt,
});

const formatPositions = (positions: readonly PositionReading[]) => positions.map(positionRecord);

export const ALL_POSITION = ownGet('/account/position/allPosition', [10, 15], {
  id: 'v3AccountAllPosition',
  response: list(POSITION_RECORD),
  summary: 'All open positions',
  text: 'Long and short of one contract are two positions.',
  format: formatPositions,
});

export const SINGLE_POSITION = ownGet('/account/position/singlePosition', [2, 3], {
  id: 'v3AccountSinglePosition',
  ...ONE_CONTRACT,
  response: list(POSITION_RECORD),
  summary: 'Open positions of a contract',
  text: 'A list with up to two positions: a long and a short.',
  format: formatPositions,
});
