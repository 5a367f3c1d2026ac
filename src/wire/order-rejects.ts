/** Refusals about prices, sizes and orders, in the words of the interface. */
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../domain/limits.ts';
import {
  type Answers,
  argument,
  detailed,
  type Figures,
  precondition,
  type Refusal,
} from './engine-voice.ts';
import { type WireError, wireError } from './errors.ts';

const onTick = ({ tick }: Figures): string =>
  `must be greater than 0 and matches the stepSize '${tick}' requirement`;
const onTickZh = ({ tick }: Figures): string => `必须大于0且为最小变动单位${tick}的整数倍`;

export const PRICE_ANSWERS = {
  'price-invalid': (refusal) =>
    refusal.isAboveLimit
      ? priceTooHigh(refusal, '')
      : argument(
          `The order price ${onTick(refusal)}. Current price is '${refusal.given}'`,
          `委托价格${onTickZh(refusal)}`,
        ),
  'price-too-far': (refusal) =>
    priceTooHigh(
      refusal,
      `, ten times the ${isBoundByTrigger(refusal) ? 'trigger' : 'mark'} price`,
    ),
  'trigger-price-invalid': (refusal) =>
    argument(
      `The order trigger price ${onTick(refusal)}. Current trigger price is '${refusal.given}'`,
      `触发价格${onTickZh(refusal)}`,
    ),
  'trigger-already-satisfied': ({ given, limit }) =>
    argument(
      `The order trigger price '${given}' is already reached. Current price is '${limit}'`,
      '触发价格已满足',
    ),
  'trigger-trails': ({ reject }) =>
    precondition(
      `The order ${reject.order ?? ''} is a trailing stop, which cannot be changed`,
      '跟踪委托不可修改',
    ),
  'callback-invalid': ({ given, limit }) =>
    argument(
      `The callback must be 1 to '${limit}' tenths of a percent. Current callback is '${given}'`,
      `回调比例必须为1至${limit}（单位0.1%）`,
    ),
  'price-match-empty': ({ given }) =>
    precondition(`The book has no price '${given}' levels deep`, `盘口没有第${given}档价格`),
  'price-match-invalid': ({ given }) =>
    argument(`The price match level must be 1, 5, 10 or 20, not '${given}'`, '盘口档位无效'),
  'take-profit-invalid': (refusal) => presetOffTick('tp', '止盈', refusal),
  'stop-loss-invalid': (refusal) => presetOffTick('sl', '止损', refusal),
  'take-profit-wrong-side': (refusal) => wrongSide(refusal),
  'stop-loss-wrong-side': (refusal) => wrongSide(refusal),
  'preset-on-close': () =>
    argument(
      'The order open tp and sl params are only for orders that open a position',
      '平仓单不能预设止盈止损',
    ),
  'post-only-would-take': ({ given, limit }) =>
    precondition(
      `The post only order price '${given}' would take the best price '${limit}'`,
      '只做Maker的委托会立即成交',
    ),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

const isBoundByTrigger = ({ command }: Refusal): boolean =>
  command?.kind === 'place-trigger' && command.options?.limitBound === 'trigger';

const priceTooHigh = ({ given, limit }: Figures, why: string): WireError =>
  argument(
    `The order price must be less than or equal to '${limit}'${why}. Current price is '${given}'`,
    `委托价格不能高于${limit}`,
  );

const presetOffTick = (exit: 'tp' | 'sl', zh: string, refusal: Refusal): WireError =>
  argument(
    `The order open ${exit} param triggerPrice ${onTick(refusal)}. ` +
      `Current order open ${exit} param triggerPrice is '${refusal.given}'`,
    `预设${zh}价${onTickZh(refusal)}`,
  );

/** Returns the error for an exit on the wrong side: a long takes profit above, a short below. */
function wrongSide({ reject, command, given, limit }: Refusal): WireError {
  const isProfit = reject.reason === 'take-profit-wrong-side';
  const isLong = command !== null && 'positionSide' in command && command.positionSide === 'long';
  const isAbove = isProfit === isLong;
  const order = isLong ? 'buy long' : 'sell short';
  const [exit, short] = isProfit ? ['take profit', 'tp'] : ['stop loss', 'sl'];
  const zhExit = `${isLong ? '开多' : '开空'}${isProfit ? '止盈' : '止损'}`;
  return argument(
    `The ${order} order ${exit} param triggerPrice must be ${isAbove ? 'greater' : 'less'} than ` +
      `price ${limit}. Current order open ${short} param trigger price is ${given}`,
    `${zhExit}价必须${isAbove ? '高于' : '低于'}${limit}`,
  );
}

export const SIZE_ANSWERS = {
  'size-invalid': ({ given, lot }) =>
    argument(
      `The order size must be greater than 0 and matches the stepSize '${lot}' requirement. ` +
        `Current size is '${given}'`,
      `下单数量必须大于0且为最小变动单位${lot}的整数倍`,
    ),
  'size-below-minimum': ({ given, limit }) =>
    argument(
      `The order size must be greater than or equal to '${limit}'. Current size is '${given}'`,
      `下单数量不能小于${limit}`,
    ),
  'size-above-maximum': ({ given, limit }) =>
    argument(
      `The order size must be less than or equal to '${limit}'. Current size is '${given}'`,
      `下单数量不能大于${limit}`,
    ),
  'notional-below-minimum': ({ given, limit }) =>
    argument(
      `The order value must be greater than or equal to '${limit}'. Current value is '${given}'`,
      `委托价值不能小于${limit}`,
    ),
  'market-size-above-maximum': ({ given, limit }) =>
    argument(
      `The market order size must be less than or equal to '${limit}'. Current size is '${given}'`,
      `市价开仓数量不能大于${limit}`,
    ),
  'position-limit': ({ given, limit }) =>
    precondition(
      `The position size must be less than or equal to '${limit}'. ` +
        `With this order it would be '${given}'`,
      `持仓数量不能大于${limit}`,
    ),
  'close-size-locked': ({ given, limit, reject }) => {
    const blocking = reject.order === undefined ? '' : `, order ${reject.order} holds the rest`;
    return precondition(
      `position side invalid. The close size '${given}' is greater than the closable size ` +
        `'${limit}'${blocking}`,
      `可平数量不足，当前可平${limit}`,
    );
  },
  'close-above-position': ({ given, limit }) =>
    precondition(
      `position side invalid. The close size '${given}' is greater than the position '${limit}'`,
      `平仓数量不能大于持仓${limit}`,
    ),
  'position-missing': ({ given }) =>
    precondition(
      `position side invalid. There is no ${given.toUpperCase()} position on the symbol`,
      '没有对应的持仓',
    ),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

export const ORDER_ANSWERS = {
  'batch-too-large': ({ given, limit }) =>
    argument(
      `The batch limit exceed. At most '${limit}', not '${given}'`,
      `批量数量不能大于${limit}`,
    ),
  'client-order-id-invalid': () =>
    detailed(
      '40020',
      `1 to ${CLIENT_ORDER_ID_LENGTH_MAX} of letters, digits and . _ : # / -`,
      `1至${CLIENT_ORDER_ID_LENGTH_MAX}个字母、数字或. _ : # / -`,
      'client_oid',
    ),
  'client-order-id-taken': ({ given, reject }) =>
    argument(
      `Duplicate client_oid '${given}', it belongs to order ${reject.order ?? 'unknown'}`,
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
  'countdown-invalid': ({ given, limit }) =>
    argument(
      `The countdown must be 0 to '${limit}' milliseconds. Current countdown is '${given}'`,
      `倒计时必须为0至${limit}毫秒`,
    ),
  'exit-exists': ({ reject }) =>
    precondition(
      `The position has an exit of this kind already, order ${reject.order ?? ''}`,
      '该仓位已有同类止盈止损委托',
    ),
  'expiry-invalid': ({ given, limit }) =>
    argument(`The order would expire at '${given}', it is '${limit}' now`, '委托有效期无效'),
  'order-not-open': ({ reject }) =>
    precondition(`The order ${reject.order ?? ''} is not open for changes`, '委托不可修改'),
  'order-unknown': () => wireError('50005', { field: 'orderId' }),
  'orders-too-many': ({ given, limit }) =>
    precondition(
      `The open orders on the symbol limit exceed. At most '${limit}', now '${given}'`,
      `当前合约委托数量已达上限${limit}`,
    ),
  'triggers-too-many': ({ given, limit }) =>
    precondition(
      `The plan orders on the symbol limit exceed. At most '${limit}', now '${given}'`,
      `当前合约计划委托数量已达上限${limit}`,
    ),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;
