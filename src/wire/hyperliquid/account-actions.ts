/** Actions about the account: leverage, margin, a countdown, agents; and those not offered. */
import type { SetCountdown, SetLeverage } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import { COUNTDOWN_MAX } from '../../domain/limits.ts';
import { type Millis, type Money, millis, money } from '../../domain/units.ts';
import type { Caller } from '../caller.ts';
import type { WireError } from '../errors.ts';
import { digitsOf, type Json } from '../json.ts';
import type { Fields } from '../read-request.ts';
import { actionOf, exchange } from './endpoint.ts';
import { notOffered, refusal, unreadable } from './errors.ts';
import { ACTION, DONE } from './order-actions.ts';
import { findAsset } from './order-wish.ts';

const numberIn = (sent: Json | undefined): number | undefined => {
  const text = digitsOf(sent) ?? '';
  return /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
};

const terms = { ...ACTION, format: () => DONE };

const memberOf = (fields: Fields, name: string): Json | undefined => actionOf(fields)?.get(name);

export const UPDATE_LEVERAGE = exchange.ownPost('/updateLeverage', [1, 0], {
  ...terms,
  id: 'hyperliquidUpdateLeverage',
  summary: 'Set leverage and margin mode of a coin',
  text: 'Both at once. The mode cannot change while there is a position or an order.',
  read: (_sent, caller, fields): SetLeverage | WireError => {
    const contract = findAsset(memberOf(fields, 'asset'), caller);
    const [isCross, times] = [memberOf(fields, 'isCross'), numberIn(memberOf(fields, 'leverage'))];
    if (contract === undefined || typeof isCross !== 'boolean' || times === undefined)
      return unreadable('updateLeverage has asset, isCross and leverage');
    return {
      kind: 'set-leverage',
      account: caller.account,
      contract: contract.id,
      marginMode: isCross ? 'cross' : 'isolated',
      longLeverage: times,
      shortLeverage: times,
    };
  },
});

interface MarginAsked {
  readonly contract: Contract;
  readonly positionSide: null;
  readonly amount: Money;
}

/** Amounts come in millionths. */
const MONEY_PER_MILLIONTH = 100n;

export const UPDATE_MARGIN = exchange.ownPost('/updateIsolatedMargin', [1, 0], {
  ...terms,
  id: 'hyperliquidUpdateIsolatedMargin',
  summary: 'Move margin to or from an isolated position',
  text: '`ntli` is in millionths; negative takes margin away.',
  read: (_sent, caller, fields): MarginAsked | WireError => {
    const contract = findAsset(memberOf(fields, 'asset'), caller);
    const amount = numberIn(memberOf(fields, 'ntli'));
    if (contract === undefined || amount === undefined)
      return unreadable('updateIsolatedMargin has asset and ntli');
    return { contract, positionSide: null, amount: money(BigInt(amount) * MONEY_PER_MILLIONTH) };
  },
});

const AHEAD_MIN = 5_000;

export const SCHEDULE_CANCEL = exchange.ownPost('/scheduleCancel', [1, 0], {
  ...terms,
  id: 'hyperliquidScheduleCancel',
  summary: 'Cancel all orders at a time, unless it is moved before',
  text: 'At least five seconds from now; without `time` nothing is canceled. Triggers stay.',
  read: (_sent, caller, fields): readonly SetCountdown[] | WireError => {
    const sent = memberOf(fields, 'time') ?? null;
    const time = sent === null ? null : numberIn(sent);
    if (time === undefined) return unreadable('time is Unix time in milliseconds');
    const left = time === null ? 0 : time - caller.now;
    if (time !== null && left < AHEAD_MIN)
      return refusal('Scheduled cancel time too early, must be at least 5 seconds from now.');
    if (left > COUNTDOWN_MAX) return refusal('Scheduled cancel time too late.');
    return caller.contracts().map(({ id }) => ({
      kind: 'set-countdown',
      account: caller.account,
      contract: id,
      millis: millis(left),
    }));
  },
});

/** Who shall sign for the account, under which name and until when. */
export interface AgentAsked {
  readonly address: string;
  readonly name: string;
  readonly until: Millis | null;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const UNTIL = / valid_until (\d{1,16})$/;
const NAME_LENGTH_MAX = 32;

export const APPROVE_AGENT = exchange.ownPost('/approveAgent', [1, 0], {
  ...terms,
  id: 'hyperliquidApproveAgent',
  summary: 'Let another address sign',
  text:
    'One without a name, and three with names; a name that is used again replaces its agent. A ' +
    'name may end in ` valid_until <ms>`.',
  read: (_sent, _caller: Caller, fields): AgentAsked | WireError => {
    const address = memberOf(fields, 'agentAddress');
    const sent = memberOf(fields, 'agentName') ?? '';
    if (typeof address !== 'string' || !ADDRESS.test(address) || typeof sent !== 'string')
      return unreadable('approveAgent has agentAddress and agentName');
    const until = UNTIL.exec(sent)?.[1];
    const name = sent.replace(UNTIL, '');
    if (name.length > NAME_LENGTH_MAX) return refusal('The name of an agent is too long');
    return {
      address: address.toLowerCase(),
      name,
      until: until === undefined ? null : millis(Number(until)),
    };
  },
});

/** Accepted, and of no effect here. */
export const ACCEPTED_ACTIONS = [
  'approveBuilderFee',
  'setReferrer',
  'noop',
  'reserveRequestWeight',
].map((type) =>
  exchange.ownPost(`/${type}`, [1, 0], {
    ...terms,
    id: `hyperliquid${type[0]?.toUpperCase()}${type.slice(1)}`,
    summary: `${type}: accepted, and nothing is done`,
    text: 'Programs send it before they trade. No fee of a builder is ever charged.',
    read: () => undefined,
  }),
);

const REFUSED = [
  ...['usdClassTransfer', 'usdSend', 'withdraw3', 'spotSend', 'sendAsset', 'vaultTransfer'],
  ...['createSubAccount', 'subAccountTransfer', 'twapOrder', 'twapCancel', 'multiSig'],
];

export const NOT_OFFERED = REFUSED.map((type) =>
  exchange.ownPost(`/${type}`, [1, 0], {
    ...terms,
    id: `hyperliquid${type[0]?.toUpperCase()}${type.slice(1)}`,
    summary: `${type}: not offered`,
    text: 'Always refused.',
    read: (): WireError => notOffered(type),
  }),
);
