/** Why the venue refused, in people's words: one row for each reason that a trader can meet. */
import type { RejectReason } from '../../domain/reject.ts';
import { speaker } from '../shell/language.ts';

/** Of commands that no trader sends, or that the page has no words for. */
type Elsewhere =
  | `season-${'empty' | 'full' | 'in-progress' | 'phase' | 'unknown'}`
  | `season-${'rules-invalid' | 'times-invalid' | 'too-early'}`
  | `sanction-${'stands' | 'text-invalid'}`
  | `team-${'enrolled' | 'name-invalid'}`
  | `account-${'enrolled' | 'not-empty' | 'not-enrolled' | 'role-forbidden' | 'unknown'}`
  | `contract-${'exists' | 'terms-unsound' | 'unknown'}`
  | `duty-${'held' | 'term-wrong'}`
  | `price-match-${'empty' | 'invalid'}`
  | 'batch-too-large'
  | 'callback-invalid'
  | 'countdown-invalid'
  | 'expiry-invalid'
  | 'fee-rate-invalid'
  | 'latency-invalid'
  | 'nonce-invalid'
  | 'note-too-long';

type Met = Exclude<RejectReason, Elsewhere>;

const WORDS: Readonly<Record<Met, readonly [en: string, zh: string]>> = {
  'account-frozen': ['This account is frozen. Ask the organiser.', '账户已冻结，请联系主办方。'],
  'account-liquidating': [
    'This account is being liquidated. Wait until that is over.',
    '账户正在强平，请等待结束。',
  ],
  'account-disqualified': ['This account is disqualified.', '账户已被取消资格。'],
  'account-closed': ['This account is closed.', '账户已关闭。'],
  'amount-invalid': ['The amount is not valid.', '金额无效。'],
  'amount-above-available': ['That is more than is available.', '超过可用金额。'],
  'client-order-id-invalid': ['The order’s own id is not valid.', '自定义委托号无效。'],
  'client-order-id-taken': ['An order with this id exists already.', '该自定义委托号已存在。'],
  'close-above-position': ['That is more than the position has.', '超过持仓数量。'],
  'close-size-locked': [
    'Other orders already close this position. Cancel them first.',
    '其他委托已占用可平数量，请先撤单。',
  ],
  'command-late': [
    'The venue got this too late and did nothing. Send it again.',
    '指令到达过晚，未执行，请重新发送。',
  ],
  'contract-halted': ['Trading in this contract is halted.', '该合约已暂停交易。'],
  'contract-not-permitted': ['This account may not trade this contract.', '账户不可交易该合约。'],
  'exit-exists': ['The position has such an exit already.', '该持仓已有同类止盈止损。'],
  'index-missing': ['There is no price for this contract yet.', '该合约暂无价格。'],
  'index-stale': [
    'Prices are late. Opening is possible again when they arrive.',
    '价格暂时中断，恢复后可开仓。',
  ],
  'isolated-margin-too-thin': [
    'At this leverage the position would be liquidated at once. Choose a lower one.',
    '该杠杆下持仓会立即被强平，请降低杠杆。',
  ],
  'leverage-above-cap': ['The leverage is higher than allowed.', '杠杆超过上限。'],
  'leverage-invalid': ['The leverage is not valid.', '杠杆无效。'],
  'leverage-open-orders': [
    'Cancel the open orders of this contract, then change the leverage.',
    '请先撤销该合约的委托，再调整杠杆。',
  ],
  'leverage-sides-differ': [
    'With cross margin both sides have the same leverage.',
    '全仓模式下多空杠杆必须相同。',
  ],
  'margin-insufficient': [
    'The available margin does not suffice. Choose a smaller size or add money.',
    '可用保证金不足，请减小数量或增加资金。',
  ],
  'margin-mode-in-use': [
    'Close the position first, then change the margin mode.',
    '请先平仓，再切换保证金模式。',
  ],
  'margin-mode-mismatch': ['The contract has the other margin mode.', '该合约为另一保证金模式。'],
  'margin-mode-orders': [
    'Cancel the open orders first, then change the margin mode.',
    '请先撤单，再切换保证金模式。',
  ],
  'margin-removal-too-large': [
    'The position needs this margin. Remove less.',
    '持仓需要该保证金，请减少转出。',
  ],
  'market-size-above-maximum': [
    'A market order may not be so large. Send several smaller ones.',
    '市价单数量过大，请分多笔下单。',
  ],
  'notional-below-minimum': ['The order is worth too little.', '委托价值过小。'],
  'order-not-open': ['The order is over already.', '委托已结束。'],
  'order-unknown': ['There is no such order.', '没有该委托。'],
  'orders-too-many': [
    'There are too many open orders in this contract. Cancel some.',
    '该合约委托过多，请先撤销一些。',
  ],
  'position-limit': ['The position would become too large.', '持仓将超过上限。'],
  'position-missing': ['There is no such position to close.', '没有可平的持仓。'],
  'position-mode-mismatch': [
    'The position mode of the account has changed. Reload the page.',
    '账户持仓模式已改变，请刷新页面。',
  ],
  'position-mode-net': [
    'The account is in one-way mode and holds the other side. Reload the page.',
    '账户为单向持仓并持有反向仓位，请刷新页面。',
  ],
  'position-mode-orders': [
    'Cancel the open orders first, then change the position mode.',
    '请先撤单，再切换持仓模式。',
  ],
  'position-mode-positions': [
    'Close the positions first, then change the position mode.',
    '请先平仓，再切换持仓模式。',
  ],
  'position-mode-same': ['The account is in this mode already.', '账户已是该模式。'],
  'position-value-limit': [
    'The rules of the season do not allow so large a position.',
    '赛季规则不允许这么大的持仓。',
  ],
  'position-not-isolated': [
    'Only isolated positions have their own margin.',
    '仅逐仓可调整保证金。',
  ],
  'post-only-would-take': [
    'The order would trade at once, and it is post only.',
    '该委托会立即成交，而它只做 Maker。',
  ],
  'preset-on-close': ['An order that closes brings no exits along.', '平仓委托不能附带止盈止损。'],
  'price-invalid': ['The price is not valid.', '价格无效。'],
  'price-too-far': ['The price is too far from the market.', '价格偏离市场过远。'],
  'season-not-started': ['The season has not begun yet.', '赛季尚未开始。'],
  'season-over': ['The season is over.', '赛季已结束。'],
  'size-above-maximum': ['The order is too large.', '委托数量过大。'],
  'size-below-minimum': ['The order is too small.', '委托数量过小。'],
  'size-invalid': ['The size is not valid.', '数量无效。'],
  'stop-loss-invalid': ['The stop loss is not a valid price.', '止损价无效。'],
  'stop-loss-wrong-side': [
    'The stop loss is on the wrong side of the price.',
    '止损价在价格的错误一侧。',
  ],
  'take-profit-invalid': ['The take profit is not a valid price.', '止盈价无效。'],
  'take-profit-wrong-side': [
    'The take profit is on the wrong side of the price.',
    '止盈价在价格的错误一侧。',
  ],
  'tier-limit': [
    'At this leverage the position may not be so large. Choose a lower leverage.',
    '该杠杆下持仓过大，请降低杠杆。',
  ],
  'trigger-already-satisfied': ['The price is beyond the trigger already.', '价格已越过触发价。'],
  'trigger-price-invalid': ['The trigger price is not valid.', '触发价无效。'],
  'trigger-trails': ['A trailing stop cannot be changed. Cancel it.', '跟踪止损不可修改，请撤单。'],
  'triggers-too-many': [
    'There are too many trigger orders in this contract. Cancel some.',
    '该合约条件单过多，请先撤销一些。',
  ],
};

const isMet = (reason: string): reason is Met => Object.hasOwn(WORDS, reason);

const sayRefusal = speaker(WORDS);

/** Undefined where there are no other words than the venue's. */
export const refusalWords = (reason = ''): string | undefined =>
  isMet(reason) ? sayRefusal(reason) : undefined;
