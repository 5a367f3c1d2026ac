/** Refusals about accounts, contracts, margin and seasons, in the words of the interface. */

import { millis } from '../domain/units.ts';
import { formatIso } from './amount-text.ts';
import {
  type Answers,
  argument,
  detailed,
  type Figures,
  precondition,
  type Refusal,
} from './engine-voice.ts';
import { both, type WireError, wireError } from './errors.ts';
import type { MarginWords } from './words.ts';

export const ACCOUNT_ANSWERS = {
  'account-unknown': ({ given }) =>
    detailed('50004', `account ${given} does not exist`, `账户${given}不存在`),
  'account-frozen': () => wireError('40013'),
  'account-disqualified': () =>
    detailed('40013', 'the account is disqualified', '账户已被取消资格'),
  'account-closed': () => detailed('40013', 'the account is closed', '账户已关闭'),
  'account-role-forbidden': ({ given }) =>
    detailed('50004', `not for a ${given} account`, `${given}账户无权操作`),
  'account-liquidating': () =>
    precondition('The account is being liquidated, try again shortly', '账户正在强平'),
  'account-not-empty': ({ given }) =>
    precondition(
      `The account still holds positions or money. Current balance is '${given}'`,
      '账户仍有持仓或余额',
    ),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

export const CONTRACT_ANSWERS = {
  'contract-unknown': () => wireError('40020', { field: 'symbol' }),
  'contract-not-permitted': ({ given }) =>
    wireError('50003', { field: 'symbol', detail: both(given) }),
  'contract-halted': ({ given }) =>
    precondition(`The symbol '${given}' is not open for trading`, '该合约暂停交易'),
  'contract-exists': ({ given }) =>
    precondition(`The contract '${given}' is already listed`, '合约已存在'),
  'contract-terms-unsound': ({ given }) =>
    argument(`The contract terms are unsound: ${given}`, '合约条款不合理'),
  'fee-rate-invalid': ({ given, limit }) => {
    const bound = limit === '' ? '' : `, the limit is '${limit}'`;
    return argument(
      `The fee rate does not fit the contracts. Current rate is '${given}'${bound}`,
      '费率无效',
    );
  },
  'latency-invalid': ({ given, limit }) => argument(`${given} is above ${limit} ms`, '延迟无效'),
  'nonce-invalid': ({ given, limit }) =>
    argument(
      limit === ''
        ? 'Invalid nonce: duplicate nonce'
        : `Invalid nonce: ${given} is out of range, the limit is ${limit}`,
      'nonce无效',
    ),
  'note-too-long': ({ given, limit }) =>
    argument(`The note has a part of ${given} characters, the limit is '${limit}'`, '备注过长'),
  'duty-held': ({ given }) => precondition(`'${given}' is held`, '该职责已被占用'),
  'duty-term-wrong': ({ limit }) => precondition(`The term is '${limit}'`, '任期不符'),
  'index-missing': ({ given }) =>
    precondition(`The symbol '${given}' has no price yet`, '该合约暂无价格'),
  'index-stale': ({ given }) =>
    precondition(`The index price of '${given}' is out of date`, '指数价格过期'),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

export const MARGIN_ANSWERS = {
  'amount-invalid': ({ given }) =>
    argument(`The amount is not allowed. Current amount is '${given}'`, '金额无效'),
  'amount-above-available': (refusal) => notMovable(refusal),
  'margin-removal-too-large': (refusal) => notMovable(refusal),
  'margin-insufficient': (refusal) => {
    if (refusal.command?.kind === 'adjust-isolated-margin') return notMovable(refusal);
    const { given, limit } = refusal;
    return precondition(
      `The order margin available amount not enough. Required '${given}', available '${limit}'`,
      `可用保证金不足，需要${given}，可用${limit}`,
    );
  },
  'isolated-margin-too-thin': ({ given, limit }) =>
    precondition(
      `The isolated margin '${given}' is not above the maintenance requirement '${limit}'`,
      '逐仓保证金不足以维持仓位',
    ),
  'tier-limit': ({ given, limit }) =>
    precondition(
      `The position value must be less than or equal to '${limit}' at this leverage. ` +
        `It would be '${given}'`,
      `当前杠杆下持仓价值不能大于${limit}`,
    ),
  'position-not-isolated': () =>
    precondition('The position is not in isolated margin mode', '仓位不是逐仓模式'),
  'margin-mode-in-use': (refusal) => marginModeInUse(refusal),
  'margin-mode-orders': (refusal) => marginModeInUse(refusal),
  'margin-mode-mismatch': ({ given, limit, marginWords }) => {
    const [held, sent] = [modeName(marginWords, limit), modeName(marginWords, given)];
    return detailed(
      '40020',
      `the symbol is in margin mode ${held}, not ${sent}`,
      `当前保证金模式为${held}`,
      'marginMode',
    );
  },
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

const notMovable = ({ given, limit }: Figures): WireError =>
  precondition(
    `Move margin available amount not enough. Required '${given}', available '${limit}'`,
    `可用金额不足，需要${given}，可用${limit}`,
  );

const marginModeInUse = ({ limit, marginWords }: Refusal): WireError =>
  precondition(
    'The margin mode cannot be changed while there are positions or open orders on the ' +
      `symbol. Current margin mode is '${modeName(marginWords, limit)}'`,
    '存在持仓或委托，不能修改保证金模式',
  );

const modeName = (words: MarginWords, mode: string): string =>
  mode === 'cross' || mode === 'isolated' ? words[mode] : mode;

export const POSITION_MODE_ANSWERS = {
  'position-mode-same': ({ given }) =>
    precondition(`The account is in ${given} position mode already`, '持仓模式未改变'),
  'position-mode-orders': ({ given }) =>
    precondition(
      'The position mode cannot be changed while there are open orders. ' +
        `Current number of open orders is '${given}'`,
      '存在未完成的委托，不能修改持仓模式',
    ),
  'position-mode-positions': ({ given }) =>
    precondition(
      'The position mode cannot be changed while there are positions. ' +
        `Current number of positions is '${given}'`,
      '存在持仓，不能修改持仓模式',
    ),
  'position-mode-mismatch': ({ given, limit }) =>
    precondition(
      `position side invalid. The account is in ${limit} position mode, not ${given}`,
      `当前持仓模式为${limit}`,
    ),
  'position-mode-net': ({ given, limit }) =>
    precondition(
      `position side invalid. The account is in net position mode and holds a ` +
        `${limit.toUpperCase()} position: close it before opening a ${given.toUpperCase()} one`,
      '单向持仓模式下请先平掉反向仓位',
    ),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

export const LEVERAGE_ANSWERS = {
  'leverage-above-cap': ({ given, limit }) =>
    detailed('50007', `at most ${limit}, not ${given}`, `最大${limit}，当前${given}`),
  'leverage-invalid': ({ given, limit }) =>
    argument(
      `The leverage must be a whole number of at least '${limit}'. Current leverage is '${given}'`,
      `杠杆倍数不能小于${limit}`,
    ),
  'leverage-open-orders': ({ given }) =>
    precondition(
      'The leverage cannot be changed while there are open orders on the symbol. ' +
        `Current number of open orders is '${given}'`,
      '存在未完成的委托，不能调整杠杆',
    ),
  'leverage-sides-differ': ({ given, limit }) =>
    argument(
      `The longLeverage '${given}' and shortLeverage '${limit}' must be equal in cross margin`,
      '全仓模式下多空杠杆必须一致',
    ),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

export const SEASON_ANSWERS = {
  'account-enrolled': ({ given }) =>
    detailed(
      '50004',
      `season ${given} decides about the money, terms and status of its accounts`,
      `账户参加第${given}赛季，资金和条款由赛季规则决定`,
    ),
  'account-not-enrolled': ({ given }) =>
    precondition(`The account '${given}' is not enrolled in the season`, '账户未参加赛季'),
  'position-value-limit': ({ given, limit }) =>
    precondition(
      `The position value must be less than or equal to '${limit}' in this season. ` +
        `It would be '${given}'`,
      `本赛季持仓价值不能大于${limit}`,
    ),
  'sanction-stands': ({ given, limit }) =>
    precondition(`The sanction '${given}' is no step up: it stands at '${limit}'`, '制裁状态不符'),
  'sanction-text-invalid': ({ given, limit }) =>
    argument(`The ${given} must be a text of 1 to ${limit} characters`, `${given}无效`),
  'season-empty': ({ given }) =>
    precondition(`The season has no account to reset. Accounts enrolled: '${given}'`, '没有账户'),
  'season-full': ({ limit }) =>
    precondition(`The season takes at most '${limit}' accounts`, '赛季名额已满'),
  'season-in-progress': ({ given }) =>
    precondition(`Season '${given}' is not closed yet`, `第${given}赛季尚未关闭`),
  'season-not-started': (refusal) =>
    detailed(
      '50004',
      `opening orders are taken from the start of the season, ${timeOf(refusal)}`,
      `赛季${timeOf(refusal)}开始后才能开仓`,
    ),
  'season-over': (refusal) =>
    detailed(
      '50004',
      `no opening orders after the end of the season, ${timeOf(refusal)}`,
      `赛季已于${timeOf(refusal)}结束，不能开仓`,
    ),
  'season-phase': ({ given, limit }) =>
    precondition(`The season is ${given}; this needs one that is ${limit}`, '赛季阶段不符'),
  'season-rules-invalid': ({ given, limit }) =>
    argument(`The rule ${given} is not allowed. The limit is '${limit}'`, `规则${given}无效`),
  'season-times-invalid': (refusal) =>
    argument(
      'A season ends after it starts and after now, starts after the one before it, and takes ' +
        `at most a year. Current value is '${refusal.given}', the limit is '${refusal.limit}'`,
      '赛季时间无效',
    ),
  'season-too-early': (refusal) =>
    precondition(`It is too early: the time of the rules is ${timeOf(refusal)}`, '时间未到'),
  'season-unknown': ({ given, limit }) =>
    argument(`There is no season '${given}'. The limit is '${limit}'`, `第${given}赛季不存在`),
  'team-enrolled': ({ given }) =>
    precondition(`The team '${given}' is enrolled already`, `队伍${given}已参加`),
  'team-name-invalid': ({ given, limit }) =>
    argument(`The team name must have 1 to ${limit} characters, not '${given}'`, '队名无效'),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

const timeOf = ({ reject: { limit } }: Refusal): string =>
  typeof limit === 'number' ? formatIso(millis(limit)) : '';
