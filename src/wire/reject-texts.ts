/** Refusals in the words of the interface. */
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../domain/limits.ts';
import {
  argument,
  detailed,
  precondition,
  type Refusal,
  type SomeAnswers,
} from './engine-voice.ts';
import { both, type WireError, wireError } from './errors.ts';

const NOT_MOVABLE = precondition(
  "Move margin available amount not enough. Required '{given}', available '{limit}'",
  '可用金额不足，需要{given}，可用{limit}',
);

const MODE_IN_USE = precondition(
  'The margin mode cannot be changed while there are positions or open orders on the ' +
    "symbol. Current margin mode is '{held}'",
  '存在持仓或委托，不能修改保证金模式',
);

export const ACCOUNT_ANSWERS = {
  'account-unknown': detailed('50004', 'account {given} does not exist', '账户{given}不存在'),
  'account-frozen': wireError('40013'),
  'account-disqualified': detailed('40013', 'the account is disqualified', '账户已被取消资格'),
  'account-closed': detailed('40013', 'the account is closed', '账户已关闭'),
  'account-role-forbidden': detailed('50004', 'not for a {given} account', '{given}账户无权操作'),
  'account-liquidating': precondition(
    'The account is being liquidated, try again shortly',
    '账户正在强平',
  ),
  'account-not-empty': precondition(
    "The account still holds positions or money. Current balance is '{given}'",
    '账户仍有持仓或余额',
  ),
  // Of contracts.
  'contract-unknown': wireError('40020', { field: 'symbol' }),
  'contract-not-permitted': wireError('50003', { field: 'symbol', detail: both('{given}') }),
  'contract-halted': precondition("The symbol '{given}' is not open for trading", '该合约暂停交易'),
  'contract-exists': precondition("The contract '{given}' is already listed", '合约已存在'),
  'contract-terms-unsound': argument('The contract terms are unsound: {given}', '合约条款不合理'),
  'fee-rate-invalid': ({ limit }) => {
    const bound = limit === '' ? '' : ", the limit is '{limit}'";
    return argument(
      `The fee rate does not fit the contracts. Current rate is '{given}'${bound}`,
      '费率无效',
    );
  },
  'latency-invalid': argument('{given} is above {limit} ms', '延迟无效'),
  'nonce-invalid': ({ limit }) =>
    argument(
      limit === ''
        ? 'Invalid nonce: duplicate nonce'
        : 'Invalid nonce: {given} is out of range, the limit is {limit}',
      'nonce无效',
    ),
  'note-too-long': argument(
    "The note has a part of {given} characters, the limit is '{limit}'",
    '备注过长',
  ),
  'duty-held': precondition("'{given}' is held", '该职责已被占用'),
  'duty-term-wrong': precondition("The term is '{limit}'", '任期不符'),
  'index-missing': precondition("The symbol '{given}' has no price yet", '该合约暂无价格'),
  'index-stale': precondition("The index price of '{given}' is out of date", '指数价格过期'),
  // Of margin.
  'amount-invalid': argument("The amount is not allowed. Current amount is '{given}'", '金额无效'),
  'amount-above-available': NOT_MOVABLE,
  'margin-removal-too-large': NOT_MOVABLE,
  'margin-insufficient': ({ command }) =>
    command?.kind === 'adjust-isolated-margin'
      ? NOT_MOVABLE
      : precondition(
          "The order margin available amount not enough. Required '{given}', available '{limit}'",
          '可用保证金不足，需要{given}，可用{limit}',
        ),
  'isolated-margin-too-thin': precondition(
    "The isolated margin '{given}' is not above the maintenance requirement '{limit}'",
    '逐仓保证金不足以维持仓位',
  ),
  'tier-limit': precondition(
    "The position value must be less than or equal to '{limit}' at this leverage. " +
      "It would be '{given}'",
    '当前杠杆下持仓价值不能大于{limit}',
  ),
  'position-not-isolated': precondition(
    'The position is not in isolated margin mode',
    '仓位不是逐仓模式',
  ),
  'margin-mode-in-use': MODE_IN_USE,
  'margin-mode-orders': MODE_IN_USE,
  'margin-mode-mismatch': detailed(
    '40020',
    'the symbol is in margin mode {held}, not {sent}',
    '当前保证金模式为{held}',
    'marginMode',
  ),
  // Of position modes.
  'position-mode-same': precondition(
    'The account is in {given} position mode already',
    '持仓模式未改变',
  ),
  'position-mode-orders': precondition(
    'The position mode cannot be changed while there are open orders. ' +
      "Current number of open orders is '{given}'",
    '存在未完成的委托，不能修改持仓模式',
  ),
  'position-mode-positions': precondition(
    'The position mode cannot be changed while there are positions. ' +
      "Current number of positions is '{given}'",
    '存在持仓，不能修改持仓模式',
  ),
  'position-mode-mismatch': precondition(
    'position side invalid. The account is in {limit} position mode, not {given}',
    '当前持仓模式为{limit}',
  ),
  'position-mode-net': precondition(
    'position side invalid. The account is in net position mode and holds a ' +
      '{LIMIT} position: close it before opening a {GIVEN} one',
    '单向持仓模式下请先平掉反向仓位',
  ),
  // Of leverage.
  'leverage-above-cap': detailed(
    '50007',
    'at most {limit}, not {given}',
    '最大{limit}，当前{given}',
  ),
  'leverage-invalid': argument(
    "The leverage must be a whole number of at least '{limit}'. Current leverage is '{given}'",
    '杠杆倍数不能小于{limit}',
  ),
  'leverage-open-orders': precondition(
    'The leverage cannot be changed while there are open orders on the symbol. ' +
      "Current number of open orders is '{given}'",
    '存在未完成的委托，不能调整杠杆',
  ),
  'leverage-sides-differ': argument(
    "The longLeverage '{given}' and shortLeverage '{limit}' must be equal in cross margin",
    '全仓模式下多空杠杆必须一致',
  ),
  // Of seasons.
  'account-enrolled': detailed(
    '50004',
    'season {given} decides about the money, terms and status of its accounts',
    '账户参加第{given}赛季，资金和条款由赛季规则决定',
  ),
  'account-not-enrolled': precondition(
    "The account '{given}' is not enrolled in the season",
    '账户未参加赛季',
  ),
  'position-value-limit': precondition(
    "The position value must be less than or equal to '{limit}' in this season. " +
      "It would be '{given}'",
    '本赛季持仓价值不能大于{limit}',
  ),
  'sanction-stands': precondition(
    "The sanction '{given}' is no step up: it stands at '{limit}'",
    '制裁状态不符',
  ),
  'sanction-text-invalid': argument(
    'The {given} must be a text of 1 to {limit} characters',
    '{given}无效',
  ),
  'season-empty': precondition(
    "The season has no account to reset. Accounts enrolled: '{given}'",
    '没有账户',
  ),
  'season-full': precondition("The season takes at most '{limit}' accounts", '赛季名额已满'),
  'season-in-progress': precondition("Season '{given}' is not closed yet", '第{given}赛季尚未关闭'),
  'season-not-started': detailed(
    '50004',
    'opening orders are taken from the start of the season, {time}',
    '赛季{time}开始后才能开仓',
  ),
  'season-over': detailed(
    '50004',
    'no opening orders after the end of the season, {time}',
    '赛季已于{time}结束，不能开仓',
  ),
  'season-phase': precondition(
    'The season is {given}; this needs one that is {limit}',
    '赛季阶段不符',
  ),
  'season-rules-invalid': argument(
    "The rule {given} is not allowed. The limit is '{limit}'",
    '规则{given}无效',
  ),
  'season-times-invalid': argument(
    'A season ends after it starts and after now, starts after the one before it, and takes ' +
      "at most a year. Current value is '{given}', the limit is '{limit}'",
    '赛季时间无效',
  ),
  'season-too-early': precondition('It is too early: the time of the rules is {time}', '时间未到'),
  'season-unknown': argument(
    "There is no season '{given}'. The limit is '{limit}'",
    '第{given}赛季不存在',
  ),
  'team-enrolled': precondition("The team '{given}' is enrolled already", '队伍{given}已参加'),
  'team-name-invalid': argument(
    "The team name must have 1 to {limit} characters, not '{given}'",
    '队名无效',
  ),
} as const satisfies SomeAnswers;

const ON_TICK = "must be greater than 0 and matches the stepSize '{tick}' requirement";
const ON_TICK_ZH = '必须大于0且为最小变动单位{tick}的整数倍';

const priceTooHigh = (why: string): WireError =>
  argument(
    `The order price must be less than or equal to '{limit}'${why}. Current price is '{given}'`,
    '委托价格不能高于{limit}',
  );

const presetOffTick = (exit: 'tp' | 'sl', zh: string): WireError =>
  argument(
    `The order open ${exit} param triggerPrice ${ON_TICK}. ` +
      `Current order open ${exit} param triggerPrice is '{given}'`,
    `预设${zh}价${ON_TICK_ZH}`,
  );

const isBoundByTrigger = ({ command }: Refusal): boolean =>
  command?.kind === 'place-trigger' && command.options?.limitBound === 'trigger';

/** Returns the error for an exit on the wrong side: a long takes profit above, a short below. */
function wrongSide({ reject, command }: Refusal): WireError {
  const isProfit = reject.reason === 'take-profit-wrong-side';
  const isLong = command !== null && 'positionSide' in command && command.positionSide === 'long';
  const isAbove = isProfit === isLong;
  const order = isLong ? 'buy long' : 'sell short';
  const [exit, short] = isProfit ? ['take profit', 'tp'] : ['stop loss', 'sl'];
  const zhExit = `${isLong ? '开多' : '开空'}${isProfit ? '止盈' : '止损'}`;
  return argument(
    `The ${order} order ${exit} param triggerPrice must be ${isAbove ? 'greater' : 'less'} than ` +
      `price {limit}. Current order open ${short} param trigger price is {given}`,
    `${zhExit}价必须${isAbove ? '高于' : '低于'}{limit}`,
  );
}

export const ORDER_ANSWERS = {
  // Of prices.
  'price-invalid': ({ isAboveLimit }) =>
    isAboveLimit
      ? priceTooHigh('')
      : argument(`The order price ${ON_TICK}. Current price is '{given}'`, `委托价格${ON_TICK_ZH}`),
  'price-too-far': (refusal) =>
    priceTooHigh(`, ten times the ${isBoundByTrigger(refusal) ? 'trigger' : 'mark'} price`),
  'trigger-price-invalid': argument(
    `The order trigger price ${ON_TICK}. Current trigger price is '{given}'`,
    `触发价格${ON_TICK_ZH}`,
  ),
  'trigger-already-satisfied': argument(
    "The order trigger price '{given}' is already reached. Current price is '{limit}'",
    '触发价格已满足',
  ),
  'trigger-trails': precondition(
    'The order {order} is a trailing stop, which cannot be changed',
    '跟踪委托不可修改',
  ),
  'callback-invalid': argument(
    "The callback must be 1 to '{limit}' tenths of a percent. Current callback is '{given}'",
    '回调比例必须为1至{limit}（单位0.1%）',
  ),
  'price-match-empty': precondition(
    "The book has no price '{given}' levels deep",
    '盘口没有第{given}档价格',
  ),
  'price-match-invalid': argument(
    "The price match level must be 1, 5, 10 or 20, not '{given}'",
    '盘口档位无效',
  ),
  'take-profit-invalid': presetOffTick('tp', '止盈'),
  'stop-loss-invalid': presetOffTick('sl', '止损'),
  'take-profit-wrong-side': wrongSide,
  'stop-loss-wrong-side': wrongSide,
  'preset-on-close': argument(
    'The order open tp and sl params are only for orders that open a position',
    '平仓单不能预设止盈止损',
  ),
  'post-only-would-take': precondition(
    "The post only order price '{given}' would take the best price '{limit}'",
    '只做Maker的委托会立即成交',
  ),
  // Of sizes.
  'size-invalid': argument(
    "The order size must be greater than 0 and matches the stepSize '{lot}' requirement. " +
      "Current size is '{given}'",
    '下单数量必须大于0且为最小变动单位{lot}的整数倍',
  ),
  'size-below-minimum': argument(
    "The order size must be greater than or equal to '{limit}'. Current size is '{given}'",
    '下单数量不能小于{limit}',
  ),
  'size-above-maximum': argument(
    "The order size must be less than or equal to '{limit}'. Current size is '{given}'",
    '下单数量不能大于{limit}',
  ),
  'notional-below-minimum': argument(
    "The order value must be greater than or equal to '{limit}'. Current value is '{given}'",
    '委托价值不能小于{limit}',
  ),
  'market-size-above-maximum': argument(
    "The market order size must be less than or equal to '{limit}'. Current size is '{given}'",
    '市价开仓数量不能大于{limit}',
  ),
  'position-limit': precondition(
    "The position size must be less than or equal to '{limit}'. " +
      "With this order it would be '{given}'",
    '持仓数量不能大于{limit}',
  ),
  'close-size-locked': ({ reject }) => {
    const blocking = reject.order === undefined ? '' : ', order {order} holds the rest';
    return precondition(
      "position side invalid. The close size '{given}' is greater than the closable size " +
        `'{limit}'${blocking}`,
      '可平数量不足，当前可平{limit}',
    );
  },
  'close-above-position': precondition(
    "position side invalid. The close size '{given}' is greater than the position '{limit}'",
    '平仓数量不能大于持仓{limit}',
  ),
  'position-missing': precondition(
    'position side invalid. There is no {GIVEN} position on the symbol',
    '没有对应的持仓',
  ),
  // Of orders and their ids.
  'batch-too-large': argument(
    "The batch limit exceed. At most '{limit}', not '{given}'",
    '批量数量不能大于{limit}',
  ),
  'client-order-id-invalid': detailed(
    '40020',
    `1 to ${CLIENT_ORDER_ID_LENGTH_MAX} of letters, digits and . _ : # / -`,
    `1至${CLIENT_ORDER_ID_LENGTH_MAX}个字母、数字或. _ : # / -`,
    'client_oid',
  ),
  'client-order-id-taken': ({ reject }) =>
    argument(
      `Duplicate client_oid '{given}', it belongs to order ${reject.order ?? 'unknown'}`,
      'client_oid重复',
    ),
  'command-late': ({ given, limit }) => {
    const late = Number(given) - Number(limit);
    return detailed(
      '40008',
      `its place in the log came ${late} ms too late, nothing was done`,
      `进入日志过晚${late}毫秒，未执行`,
    );
  },
  'countdown-invalid': argument(
    "The countdown must be 0 to '{limit}' milliseconds. Current countdown is '{given}'",
    '倒计时必须为0至{limit}毫秒',
  ),
  'exit-exists': precondition(
    'The position has an exit of this kind already, order {order}',
    '该仓位已有同类止盈止损委托',
  ),
  'expiry-invalid': argument(
    "The order would expire at '{given}', it is '{limit}' now",
    '委托有效期无效',
  ),
  'order-not-open': precondition('The order {order} is not open for changes', '委托不可修改'),
  'order-unknown': wireError('50005', { field: 'orderId' }),
  'orders-too-many': precondition(
    "The open orders on the symbol limit exceed. At most '{limit}', now '{given}'",
    '当前合约委托数量已达上限{limit}',
  ),
  'triggers-too-many': precondition(
    "The plan orders on the symbol limit exceed. At most '{limit}', now '{given}'",
    '当前合约计划委托数量已达上限{limit}',
  ),
} as const satisfies SomeAnswers;
