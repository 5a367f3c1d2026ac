/** futures/data: statistics over time. The venue keeps none, so every list is empty. */
import { type TObject, Type } from 'typebox';
import { everything } from '../../contract-query.ts';
import { isWireError } from '../../errors.ts';
import { codeField } from '../../field.ts';
import { plainContractField } from '../../plain-fields.ts';
import { readRequest } from '../../read-request.ts';
import { list, moment, record } from '../../record-field.ts';
import { data } from '../endpoint.ts';
import { rowsField, windowFields } from '../window.ts';

const periodFields = () => ({
  period: codeField(['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'], {
    description: 'Distance of the rows.',
    examples: ['5m'],
  }),
  limit: rowsField(500, 30),
  ...windowFields(),
});

const SYMBOL_QUERY = Type.Object({ symbol: plainContractField(), ...periodFields() });
const PAIR_QUERY = Type.Object({
  pair: plainContractField(),
  contractType: codeField(['PERPETUAL'], { description: 'The only type there is.' }),
  ...periodFields(),
});

/** An endpoint whose query is checked and whose list is empty. */
const noRows = <const Id extends string>(
  id: Id,
  path: string,
  summary: string,
  request: TObject = SYMBOL_QUERY,
) =>
  data.openGet(0, {
    id,
    path,
    request,
    response: list(record({ timestamp: moment('The row') })),
    summary,
    text: 'Not kept: an empty list.',
    read: (visitor, fields) => {
      const asked = readRequest(request, fields, visitor);
      return isWireError(asked) ? asked : everything().read();
    },
    format: (_nothing: undefined) => [],
  });

export const OPEN_INTEREST_HIST = noRows(
  'binanceOpenInterestHist',
  '/openInterestHist',
  'Open interest over time',
);
export const LONG_SHORT_ACCOUNTS = noRows(
  'binanceLongShortAccounts',
  '/globalLongShortAccountRatio',
  'Accounts that are long by those that are short',
);
export const TOP_ACCOUNTS = noRows(
  'binanceTopLongShortAccounts',
  '/topLongShortAccountRatio',
  'The same of the largest accounts',
);
export const TOP_POSITIONS = noRows(
  'binanceTopLongShortPositions',
  '/topLongShortPositionRatio',
  'Their long positions by their short ones',
);
export const TAKER_RATIO = noRows(
  'binanceTakerLongShort',
  '/takerlongshortRatio',
  'What takers bought by what they sold',
);
export const BASIS = noRows('binanceBasis', '/basis', 'Mark less index over time', PAIR_QUERY);

export const DELIVERY_PRICE = data.openGet(0, {
  id: 'binanceDeliveryPrice',
  path: '/delivery-price',
  ...everything(),
  response: list(record({})),
  summary: 'Prices of deliveries: none',
  text: 'Perpetual contracts are never delivered.',
  format: () => [],
});
