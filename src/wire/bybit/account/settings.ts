/** Changes of settings, disconnect protection, and stubs. */

import { type Static, Type } from 'typebox';
import type { SetLeverage, SetMarginMode, SetPositionMode } from '../../../domain/command.ts';
import type { MarginMode } from '../../../domain/margin.ts';
import { type Millis, millis } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { readEverything } from '../../endpoint.ts';
import type { WireError } from '../../errors.ts';
import { codeField, ifSent, meaningField, textField, wholeField } from '../../field.ts';
import { flag, integer, record, records } from '../../record-field.ts';
import { COIN_NAME } from '../../words.ts';
import {
  anyCategory,
  DONE,
  linearCategory,
  symbolIn,
  symbolOrAll,
  texts,
  v5,
} from '../endpoint.ts';
import { blamedAs, refusal, wrong } from '../errors.ts';
import { indexField } from '../orders/order-form.ts';

const SECOND = 1_000;
const SECONDS_MIN = 3;
const SECONDS_MAX = 300;

/** How long a connection may be gone; undefined if the account chose nothing. */
export interface GuardTold {
  readonly guard: { readonly window: number } | undefined;
}

export const secondsOf = ({ guard }: GuardTold): number => (guard?.window ?? 0) / SECOND;

export const SET_PROTECTION = v5.ownPost('/order/disconnected-cancel-all', [1, 0], {
  id: 'bybitSetProtection',
  request: Type.Object({
    product: ifSent(
      meaningField<boolean>(
        { DERIVATIVES: true, OPTIONS: false, SPOT: false },
        'DERIVATIVES; nothing else is traded here.',
        'DERIVATIVES',
      ),
    ),
    category: ifSent(anyCategory()),
    timeWindow: wholeField(`Seconds, ${SECONDS_MIN} to ${SECONDS_MAX}.`, 10),
  }),
  ...DONE,
  summary: 'Choose how long the connection may be gone before orders are canceled',
  text: 'While a private socket has the topic `dcp.future` nothing happens. Triggers stay.',
  read: ({ product, category, timeWindow }): { readonly window: Millis } | WireError => {
    if (!(product ?? category === 'linear'))
      return wrong('product', 'must be DERIVATIVES: nothing else is traded here');
    return timeWindow < SECONDS_MIN || timeWindow > SECONDS_MAX
      ? wrong('timeWindow', `must be ${SECONDS_MIN} to ${SECONDS_MAX}`)
      : { window: millis(timeWindow * SECOND) };
  },
});

export const PROTECTION = v5.ownGet('/account/query-dcp-info', [1, 0], {
  id: 'bybitProtection',
  response: record({ dcpInfos: records(texts('product', 'dcpStatus', 'timeWindow')) }),
  summary: 'How long the connection may be gone',
  text: 'An empty list until it is chosen.',
  format: (told: GuardTold) => {
    const timeWindow = String(secondsOf(told));
    const chosen = { product: 'DERIVATIVES', dcpStatus: 'ON', timeWindow };
    return { dcpInfos: told.guard === undefined ? [] : [chosen] };
  },
});

const leverageField = (side: string) => wholeField(`Of ${side}s, a whole number.`, '20');

const LEVERAGE_FORM = Type.Object({
  category: linearCategory(),
  symbol: symbolIn(),
  buyLeverage: leverageField('long'),
  sellLeverage: leverageField('short'),
});

const leverageOf = (
  { symbol, buyLeverage, sellLeverage }: Omit<Static<typeof LEVERAGE_FORM>, 'category'>,
  { account }: Caller,
  marginMode: MarginMode,
): SetLeverage => ({
  kind: 'set-leverage',
  account,
  contract: symbol.id,
  marginMode,
  longLeverage: buyLeverage,
  shortLeverage: sellLeverage,
});

export const SET_LEVERAGE = v5.ownPost('/position/set-leverage', [1, 0], {
  id: 'bybitSetLeverage',
  request: LEVERAGE_FORM,
  ...DONE,
  summary: 'Set leverage',
  text: 'Two different ones need hedge mode and isolated margin. Unchanged is 110043.',
  blame: blamedAs({ 'tier-limit': '110013' }),
  read: (sent, caller): SetLeverage | WireError => {
    const { marginMode, crossLeverage, longLeverage, shortLeverage } = caller.settingsOf(
      sent.symbol.id,
    );
    const isCross = marginMode === 'cross';
    const isSame =
      sent.buyLeverage === (isCross ? crossLeverage : longLeverage) &&
      sent.sellLeverage === (isCross ? crossLeverage : shortLeverage);
    return isSame
      ? refusal('110043', 'Set leverage has not been modified: it is so already.')
      : leverageOf(sent, caller, marginMode);
  },
});

/** A change of the position mode; by coin it may be so already. */
export interface ModeAsked {
  readonly command: SetPositionMode;
  readonly mayBeSo: boolean;
}

export const SWITCH_MODE = v5.ownPost('/position/switch-mode', [1, 0], {
  id: 'bybitSwitchMode',
  request: Type.Object({
    category: linearCategory(),
    symbol: symbolOrAll(),
    coin: ifSent(textField('All contracts of this coin.', { lengthMax: 20, examples: ['USDT'] })),
    mode: meaningField<'net' | 'hedge'>({ '0': 'net', '3': 'hedge' }, '0 one-way, 3 hedge.', 0),
  }),
  ...DONE,
  summary: 'Set the position mode',
  text: 'Of the whole account, whichever contract is named. By `coin` it may be so already.',
  read: ({ symbol, coin, mode }, { account }): ModeAsked | WireError =>
    symbol === undefined && coin === undefined
      ? wrong('symbol', 'or coin is needed')
      : {
          command: { kind: 'set-position-mode', account, mode },
          mayBeSo: symbol === undefined,
        },
});

export const SWITCH_ISOLATED = v5.ownPost('/position/switch-isolated', [1, 0], {
  id: 'bybitSwitchIsolated',
  request: Type.Object({
    ...LEVERAGE_FORM.properties,
    tradeMode: meaningField<MarginMode>(
      { '0': 'cross', '1': 'isolated' },
      '0 cross, 1 isolated.',
      1,
    ),
  }),
  ...DONE,
  summary: 'Set the margin mode of a contract',
  text: 'Together with its leverage. Unchanged is 110026.',
  read: (sent, caller): readonly (SetMarginMode | SetLeverage)[] | WireError => {
    const { symbol, tradeMode: marginMode } = sent;
    if (marginMode === caller.marginModeOf(symbol.id))
      return refusal('110026', 'Cross/isolated margin mode is not modified: it is so already.');
    const { account } = caller;
    return [
      { kind: 'set-margin-mode', account, contract: symbol.id, marginMode },
      leverageOf(sent, caller, marginMode),
    ];
  },
});

export const SET_MARGIN_MODE = v5.ownPost('/account/set-margin-mode', [1, 0], {
  id: 'bybitSetMarginMode',
  request: Type.Object({
    setMarginMode: meaningField<MarginMode | null>(
      { ISOLATED_MARGIN: 'isolated', REGULAR_MARGIN: 'cross', PORTFOLIO_MARGIN: null },
      'Isolated or cross.',
      'REGULAR_MARGIN',
    ),
  }),
  response: record({ reasons: records(texts('reasonCode', 'reasonMsg')) }),
  summary: 'Set the margin mode of every contract',
  text: 'Of all or of none: refused with 3400045 while any of them has a position or an order.',
  read: ({ setMarginMode: marginMode }): { readonly marginMode: MarginMode } | WireError =>
    marginMode === null
      ? refusal('3400045', 'Set margin mode failed: there is no portfolio margin here.')
      : { marginMode },
  format: () => ({ reasons: [] }),
});

export const SET_AUTO_MARGIN = v5.ownPost('/position/set-auto-add-margin', [1, 0], {
  id: 'bybitSetAutoMargin',
  request: Type.Object({
    category: linearCategory(),
    symbol: symbolIn(),
    autoAddMargin: meaningField<boolean>({ '0': false, '1': true }, '1 draws missing margin.', 1),
    positionIdx: indexField(),
  }),
  ...DONE,
  summary: 'Draw missing isolated margin from the wallet',
  text: 'Of a position that is held.',
  read: ({ symbol, autoAddMargin: enabled, positionIdx = 'both' }, caller) => {
    const side = positionIdx === 'both' ? caller.heldAt(symbol.id)[0]?.side : positionIdx;
    return {
      kind: 'set-auto-top-up' as const,
      account: caller.account,
      contract: symbol.id,
      positionSide: side ?? 'long',
      enabled,
    };
  },
});

const CATEGORY_ONLY = Type.Object({ category: ifSent(linearCategory()) });
const readNothing = { request: CATEGORY_ONLY, read: readEverything };

export const CONFIRM_PENDING = v5.ownPost('/position/confirm-pending-mmr', [1, 0], {
  ...readNothing,
  id: 'bybitConfirmPending',
  permission: 'read',
  ...DONE,
  summary: 'Confirm new margins: none are pending',
  text: 'Nothing happens.',
});

/** Calls that accounts of this kind do not have at the exchange either, or no key of the venue. */
const REFUSED: readonly [path: string, code: '100028' | '10005', what: string][] = [
  ['/position/set-risk-limit', '100028', 'Choose a risk limit'],
  ['/position/set-tpsl-mode', '100028', 'Choose a mode of exits'],
  ['/asset/transfer/inter-transfer', '10005', 'Transfer to another wallet'],
  ['/asset/withdraw/create', '10005', 'Withdraw'],
];

const REFUSALS = { '100028': 'Not for unified accounts.', '10005': 'No key may move money here.' };

export const REFUSED_CALLS = REFUSED.map(([path, code, what]) =>
  v5.ownPost(path, [1, 0], {
    request: CATEGORY_ONLY,
    id: `bybit${path.replace(/[/-]+(.)/g, (_, letter: string) => letter.toUpperCase())}`,
    permission: 'read',
    ...DONE,
    summary: `${what}: always refused`,
    text: `Always ${code}.`,
    read: (): undefined | WireError => refusal(code, REFUSALS[code]),
  }),
);

const COLLATERAL = {
  ...texts('currency', 'hourlyBorrowRate', 'maxBorrowingAmount', 'freeBorrowingLimit'),
  ...texts('freeBorrowAmount', 'borrowAmount', 'otherBorrowAmount', 'availableToBorrow'),
  ...texts('borrowUsageRate', 'collateralRatio'),
  borrowable: flag('Always false'),
  marginCollateral: flag('Always true'),
  collateralSwitch: flag('Always true'),
};

export const COLLATERAL_INFO = v5.ownGet('/account/collateral-info', [1, 0], {
  id: 'bybitCollateralInfo',
  request: Type.Object({ currency: ifSent(textField('The coin.', { lengthMax: 20 })) }),
  response: record({ list: records(COLLATERAL) }),
  summary: 'What counts as collateral',
  text: 'USDT in full; nothing is lent.',
  read: readEverything,
  format: () => ({
    list: [
      {
        currency: COIN_NAME,
        hourlyBorrowRate: '0',
        maxBorrowingAmount: '0',
        freeBorrowingLimit: '0',
        freeBorrowAmount: '0',
        borrowAmount: '0',
        otherBorrowAmount: '0',
        availableToBorrow: '0',
        borrowUsageRate: '0',
        collateralRatio: '1',
        borrowable: false,
        marginCollateral: true,
        collateralSwitch: true,
      },
    ],
  }),
});

export const SMP_GROUP = v5.ownGet('/account/smp-group', [1, 0], {
  ...readNothing,
  id: 'bybitSmpGroup',
  response: record({ smpGroup: integer('Always 0', 0) }),
  summary: 'The group within which orders do not meet: the account',
  text: 'Always 0.',
  format: () => ({ smpGroup: 0 }),
});

export const USER_SETTINGS = v5.ownGet('/account/user-setting-config', [1, 0], {
  ...readNothing,
  id: 'bybitUserSettings',
  response: record({
    lpaSpot: flag('Always false'),
    lpaPerp: flag('Always false: prices beyond the band work at the band'),
    deltaEnable: flag('Always false'),
    smsef: flag('Always false'),
    fmsef: flag('Always false'),
  }),
  summary: 'Settings of trading',
  text: 'Always the same.',
  format: () => ({
    lpaSpot: false,
    lpaPerp: false,
    deltaEnable: false,
    smsef: false,
    fmsef: false,
  }),
});

export const COIN_INFO = v5.ownGet('/asset/coin/query-info', [1, 0], {
  id: 'bybitCoinInfo',
  request: Type.Object({ coin: ifSent(textField('The coin.', { lengthMax: 20 })) }),
  response: record({ rows: records({}) }),
  summary: 'Chains of coins: none',
  text: 'Clients with keys ask it while they load markets.',
  read: readEverything,
  format: () => ({ rows: [] }),
});

export const FUNDING_WALLET = v5.ownGet('/asset/transfer/query-account-coins-balance', [1, 0], {
  id: 'bybitFundingWallet',
  request: Type.Object({
    accountType: codeField(['FUND', 'UNIFIED', 'CONTRACT', 'SPOT'], 'Which wallet.', 'FUND'),
    coin: ifSent(textField('The coin.', { lengthMax: 100 })),
  }),
  response: record({ ...texts('memberId', 'accountType'), balance: records({}) }),
  summary: 'Other wallets: empty',
  text: 'The unified account is all there is.',
  read: ({ accountType }) => ({ contract: null, accountType }),
  format: (_nothing: undefined, { accountType }) => ({ memberId: '', accountType, balance: [] }),
});
