/** account/leverage and account/marginType: leverage and margin mode. */
import { type Static, Type } from 'typebox';
import type { SetLeverage, SetMarginMode } from '../../../domain/command.ts';
import type { DeskSettings, MarginMode } from '../../../domain/margin.ts';
import { invalid } from '../../caller.ts';
import { isWireError, type WireError, wireError } from '../../errors.ts';
import { codeField, meaningField, wholeField } from '../../field.ts';
import { plainContractField } from '../../plain-fields.ts';
import { type Formed, readRequest } from '../../read-request.ts';
import { MARGIN_TYPES } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import { DONE_RECORD, formatDone } from './done.ts';
import { LEVERAGE_RECORD, leverageRecord } from './settings.ts';

const marginTypeField = (description: string) =>
  meaningField<MarginMode>(MARGIN_TYPES, { description, examples: ['CROSSED'] });

const leverageField = (description: string) =>
  Type.Optional(wholeField({ description, examples: [20] }, 'leverage'));

const LEVERAGE_BODY = Type.Object({
  symbol: plainContractField(),
  marginType: Type.Optional(marginTypeField('The margin mode; the current one where left out.')),
  crossLeverage: leverageField('Leverage of both sides, a whole number.'),
  isolatedLongLeverage: leverageField('Leverage of longs in isolated margin.'),
  isolatedShortLeverage: leverageField('Leverage of shorts in isolated margin.'),
});

/**
 * Client libraries that do not know the margin mode send only `crossLeverage`. It then sets the
 * leverage of both sides, in cross or isolated margin.
 */
export const LEVERAGE = ownPost([10, 20], {
  id: 'v3AccountLeverage',
  path: '/account/leverage',
  request: LEVERAGE_BODY,
  response: LEVERAGE_RECORD,
  summary: 'Set leverage',
  text:
    'Refused while there are open orders on the contract. `crossLeverage` alone is meant for ' +
    'both sides, whatever the margin mode.',
  read: (caller, fields): SetLeverage | WireError => {
    const asked = readRequest(LEVERAGE_BODY, fields, caller);
    if (isWireError(asked)) return asked;
    const { crossLeverage, isolatedLongLeverage, isolatedShortLeverage } = asked;
    const contract = asked.symbol.id;
    const marginMode = asked.marginType ?? caller.marginModeOf(contract);
    const isCross = marginMode === 'cross';
    const longLeverage = isCross ? crossLeverage : (isolatedLongLeverage ?? crossLeverage);
    const shortLeverage = isCross ? crossLeverage : (isolatedShortLeverage ?? longLeverage);
    if (longLeverage === undefined || shortLeverage === undefined)
      return wireError('40019', { field: isCross ? 'crossLeverage' : 'isolatedLongLeverage' });
    const { account } = caller;
    return { kind: 'set-leverage', account, contract, marginMode, longLeverage, shortLeverage };
  },
  format: (settings: DeskSettings) => leverageRecord(settings),
});

const MARGIN_TYPE_BODY = Type.Object({
  symbol: plainContractField(),
  marginType: marginTypeField('The margin mode.'),
  separatedType: Type.Optional(
    codeField(['COMBINED', 'SEPARATED'], {
      description: 'Fills of one direction make one position: COMBINED, the only one.',
      default: 'COMBINED',
    }),
  ),
});

const refuseSeparated = ({ separatedType }: Formed<Static<typeof MARGIN_TYPE_BODY>>) =>
  separatedType === 'SEPARATED'
    ? invalid('separatedType', 'positions are COMBINED: one long and one short each')
    : undefined;

export const MARGIN_TYPE = ownPost([20, 50], {
  id: 'v3AccountMarginType',
  path: '/account/marginType',
  request: MARGIN_TYPE_BODY,
  response: DONE_RECORD,
  summary: 'Set the margin mode of a contract',
  text: 'Refused while there are positions or orders on the contract.',
  read: (caller, fields): SetMarginMode | WireError => {
    const asked = readRequest(MARGIN_TYPE_BODY, fields, caller, refuseSeparated);
    if (isWireError(asked)) return asked;
    return {
      kind: 'set-margin-mode',
      account: caller.account,
      contract: asked.symbol.id,
      marginMode: asked.marginType,
    };
  },
  format: formatDone,
});
