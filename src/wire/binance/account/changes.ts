/** Changes of settings: leverage, margin type, position mode, and those that are not offered. */

import { type Static, Type } from 'typebox';
import type { SetLeverage, SetMarginMode, SetPositionMode } from '../../../domain/command.ts';
import { type DeskSettings, type MarginMode, notionalMaxAt } from '../../../domain/margin.ts';
import { plainContractField, plainSymbolText } from '../../contract-query.ts';
import { rowLeverage, type StandingReading } from '../../desk-rows.ts';
import type { WireError } from '../../errors.ts';
import { flagField, meaningField, wholeField } from '../../field.ts';
import { wholeCoins } from '../../price-text.ts';
import { decimal, flag, integer, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { v1 } from '../endpoint.ts';
import { blamedAs, refusal } from '../errors.ts';

const DONE_RECORD = record({
  code: integer('Always 200', 200),
  msg: word(['success'], 'Always success'),
});

const formatDone = (): Static<typeof DONE_RECORD> => ({ code: 200, msg: 'success' });

const DONE = { response: DONE_RECORD, format: formatDone };

export const LEVERAGE = v1.ownPost('/leverage', [1, 0], {
  id: 'binanceLeverage',
  request: Type.Object({
    symbol: plainContractField(),
    leverage: wholeField('A whole number.', 20, 'leverage'),
  }),
  response: record({
    symbol: plainSymbolText(),
    leverage: integer('The leverage of both sides', 20),
    maxNotionalValue: decimal('Largest value at this leverage', '20000000'),
  }),
  summary: 'Set leverage',
  text: 'For both sides and either margin type. Refused while orders are open at the contract.',
  blame: blamedAs({ 'margin-insufficient': '-2028', 'isolated-margin-too-thin': '-2028' }),
  read: (asked, caller): SetLeverage | WireError => {
    const { id: contract } = asked.symbol;
    const sides = { longLeverage: asked.leverage, shortLeverage: asked.leverage };
    const marginMode = caller.marginModeOf(contract);
    return { kind: 'set-leverage', account: caller.account, contract, marginMode, ...sides };
  },
  format: (settings: DeskSettings) => {
    const leverage = rowLeverage(settings, 'BOTH');
    return {
      symbol: symbolOf(settings.contract),
      leverage,
      maxNotionalValue: wholeCoins(notionalMaxAt(settings.contract, leverage)),
    };
  },
});

export const MARGIN_TYPE = v1.ownPost('/marginType', [1, 0], {
  id: 'binanceMarginType',
  request: Type.Object({
    symbol: plainContractField(),
    marginType: meaningField<MarginMode>(
      { ISOLATED: 'isolated', CROSSED: 'cross' },
      'The margin type.',
      'CROSSED',
    ),
  }),
  ...DONE,
  summary: 'Set the margin type of a contract',
  text:
    'The leverage stays. Refused while there are positions or orders on the contract, ' +
    'and if it is so already.',
  read: (asked, caller): SetMarginMode | WireError => {
    const { id: contract } = asked.symbol;
    const { marginType: marginMode } = asked;
    if (marginMode === caller.marginModeOf(contract))
      return refusal('-4046', 'No need to change margin type.');
    return { kind: 'set-margin-mode', account: caller.account, contract, marginMode };
  },
});

export const POSITION_MODE = v1.ownGet('/positionSide/dual', [30, 0], {
  id: 'binancePositionMode',
  response: record({ dualSidePosition: flag('True in hedge mode, false in one-way mode') }),
  summary: 'Position mode',
  text: 'It belongs to the account and to all its contracts.',
  format: ({ mode }: StandingReading) => ({ dualSidePosition: mode === 'hedge' }),
});

export const SET_POSITION_MODE = v1.ownPost('/positionSide/dual', [1, 0], {
  id: 'binanceSetPositionMode',
  request: Type.Object({
    dualSidePosition: flagField('Whether to hedge.', true),
  }),
  ...DONE,
  summary: 'Set the position mode',
  text: 'Refused while there are positions or orders, and if it is so already.',
  read: (asked, caller): SetPositionMode => {
    const mode = asked.dualSidePosition ? 'hedge' : 'net';
    return { kind: 'set-position-mode', account: caller.account, mode };
  },
});

export const MULTI_ASSETS = v1.ownGet('/multiAssetsMargin', [30, 0], {
  id: 'binanceMultiAssets',
  response: record({ multiAssetsMargin: flag('Always false') }),
  summary: 'Whether several coins are margin: no',
  text: 'The venue has one coin.',
  format: (_nothing: undefined) => ({ multiAssetsMargin: false }),
});

export const SET_MULTI_ASSETS = v1.ownPost('/multiAssetsMargin', [1, 0], {
  id: 'binanceSetMultiAssets',
  request: Type.Object({
    multiAssetsMargin: flagField('Only false is offered.', false),
  }),
  ...DONE,
  summary: 'Several coins as margin: not offered',
  text: 'Always refused: false is so already, and true is not offered.',
  read: (asked): undefined | WireError =>
    asked.multiAssetsMargin
      ? refusal('-4167', 'Multi-Assets mode is not offered: the venue has one coin.')
      : refusal('-4171', 'No need to change Multi-Assets mode.'),
});

const BURN_RECORD = record({ feeBurn: flag('Always false') });

export const FEE_BURN = v1.ownGet('/feeBurn', [30, 0], {
  id: 'binanceFeeBurn',
  response: BURN_RECORD,
  summary: 'Whether fees are paid in another coin: no',
  text: 'The venue has one coin.',
  format: (_nothing: undefined) => ({ feeBurn: false }),
});

export const SET_FEE_BURN = v1.ownPost('/feeBurn', [1, 0], {
  id: 'binanceSetFeeBurn',
  request: Type.Object({
    feeBurn: flagField('Only false is offered.', false),
  }),
  ...DONE,
  summary: 'Fees in another coin: not offered',
  text: 'False changes nothing; true is refused.',
  read: (asked): undefined | WireError =>
    asked.feeBurn ? refusal('-1130', 'The venue has one coin.') : undefined,
});

const RECORD = record({ listenKey: text('Sixty-four letters and digits', 'a1'.repeat(32)) });

const LISTENING = '/listenKey';

const format = (listenKey: string) => ({ listenKey });

export const START_LISTENING = v1.keyPost(LISTENING, [1, 0], {
  id: 'binanceListenKeyStart',
  response: RECORD,
  summary: 'A listen key',
  text: 'The account’s one listen key, for another hour. The key in the header is enough.',
  format,
});

export const PROLONG_LISTENING = v1.keyPut(LISTENING, [1, 0], {
  id: 'binanceListenKeyProlong',
  response: RECORD,
  summary: 'Prolong the listen key',
  text: 'For another hour from now. Without one it is -1125.',
  format,
});

export const END_LISTENING = v1.keyDelete(LISTENING, [1, 0], {
  id: 'binanceListenKeyEnd',
  response: record({}),
  summary: 'End the listen key',
  text: 'Connections that hear under it are closed.',
  format: () => ({}),
});
