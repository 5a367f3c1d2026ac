/** Refusals about prices, sizes and orders, in the words of the interface. */
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../domain/limits.ts';
import {
  argument,
  detailed,
  precondition,
  type Refusal,
  type SomeAnswers,
} from './engine-voice.ts';
import { type WireError, wireError } from './errors.ts';

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
