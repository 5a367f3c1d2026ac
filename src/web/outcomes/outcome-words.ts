/** What is said about each outcome. `{order}` is what it does, and how much. */
import { speaker } from '../shell/language.ts';

export const sayOutcome = speaker({
  resting: ['In the book: {order} at {price}.', '已挂单：{order}，价格 {price}。'],
  waiting: [
    'Waiting: {order}. It is sent when {source} reaches {trigger}.',
    '等待触发：{order}。{source}到达 {trigger} 时发出。',
  ],
  following: ['Waiting: {order}. It follows {source}.', '等待触发：{order}。跟踪{source}。'],
  filled: ['Filled: {order} at {price}.', '已成交：{order}，均价 {price}。'],
  partly: [
    'Partly filled: {order} at {price}. {filled} is filled, {left} stays in the book.',
    '部分成交：{order}，均价 {price}。已成交 {filled}，剩余 {left} 仍在挂单。',
  ],
  triggered: [
    'Triggered: {order}, as {source} reached {trigger}.',
    '已触发：{order}，{source}到达 {trigger}。',
  ],
  killedFok: [
    'Killed: {order} at {price}, fill or kill. The book could not fill all of it at once, so ' +
      'nothing was filled.',
    '未成交：{order}，价格 {price}，全部成交或取消。盘口无法一次全部成交，因此没有成交。',
  ],
  killedIoc: [
    'Killed: {order} at {price}, immediate or cancel. {filled} was filled; nobody offered the ' +
      'rest at that price.',
    '已撤余量：{order}，价格 {price}，立即成交或取消。已成交 {filled}，其余在该价位无人接手。',
  ],
  killedMarket: [
    'Killed: {order} at market. {filled} was filled; the book had no more within the price limit.',
    '已撤余量：{order}，市价。已成交 {filled}，盘口在价格限制内没有更多数量。',
  ],
  killedPostOnly: [
    'Killed: {order} at {price}, post only. It would have traded at once.',
    '未挂单：{order}，价格 {price}，只做 Maker。该委托会立即成交。',
  ],
  canceled: ['Canceled {who}: {order} at {price}.', '已撤单（{who}）：{order}，价格 {price}。'],
  canceledPart: [
    'Canceled {who}: {order} at {price}. {filled} had been filled.',
    '已撤单（{who}）：{order}，价格 {price}。此前已成交 {filled}。',
  ],
  byYou: ['by you', '由您撤销'],
  byReplacement: ['by you, for a changed one', '由您修改后替换'],
  byOtherExit: ['because the other exit was executed', '另一笔止盈止损已执行'],
  byClosedPosition: ['because there is no position left to close', '已无可平持仓'],
  byLiquidation: ['by the venue, because of a liquidation', '交易所因强平撤销'],
  bySelfTrade: ['by the venue, so that you do not trade with yourself', '交易所为避免自成交撤销'],
  byMargin: ['by the venue, because the margin did not suffice', '交易所因保证金不足撤销'],
  byOperator: ['by the operator', '由运营者撤销'],
  bySeason: ['by the venue, because the season ended', '赛季结束，由交易所撤销'],
  byTime: ['because its time was over', '委托已到期'],
  byCountdown: ['by your countdown', '倒计时自动撤销'],
  byVenue: ['by the venue', '由交易所撤销'],
  market: ['market price', '市价'],
  lastPrice: ['the last price', '最新价'],
  markPrice: ['the mark price', '标记价'],
  indexPrice: ['the index price', '指数价'],
  wholePosition: ['whole position', '全部持仓'],
  fundingPaid: [
    'Funding paid: {amount} USDT on {position} at mark {price}.',
    '已付资金费：{amount} USDT，{position}，标记价 {price}。',
  ],
  fundingReceived: [
    'Funding received: {amount} USDT on {position} at mark {price}.',
    '已收资金费：{amount} USDT，{position}，标记价 {price}。',
  ],
  marginCall: [
    'Margin call: {position} has used {ratio} of its margin. It is liquidated at {price}. Add ' +
      'money or reduce it.',
    '保证金预警：{position} 已用保证金 {ratio}，将在 {price} 被强平。请追加资金或减仓。',
  ],
  liquidated: [
    'Liquidated: {positions}. Equity {equity} USDT no longer covered the required margin ' +
      '{requirement} USDT.',
    '已被强平：{positions}。权益 {equity} USDT 已不足以覆盖所需保证金 {requirement} USDT。',
  ],
  deleveraged: [
    'Deleveraged: {position} was closed at {price} against a bankrupt position.',
    '已被自动减仓：{position} 以 {price} 与破产持仓对冲平仓。',
  ],
  atMark: ['{position} at mark {price}', '{position}，标记价 {price}'],
  whyLink: ['Why?', '为什么？'],
  notices: ['Notices', '通知'],
  noNotices: [
    'Nothing has happened yet. Fills, cancels, funding and liquidations are listed here.',
    '暂无通知。成交、撤单、资金费和强平都会列在这里。',
  ],
  soundOn: ['Sound', '提示音'],
  news: ['{count} new', '{count} 条新通知'],

  // The end of a liquidation.
  closedIn: [
    'Closed {size} of {position} in the book at {price} on average',
    '{position} 在盘口平仓 {size}，均价 {price}',
  ],
  takenOver: [
    'Closed {size} of {position} at {price} against traders on the other side',
    '{position} 以 {price} 与对手方对冲平仓 {size}',
  ],
  closedFacts: ['{what}: result {pnl}, fees {fee}.', '{what}：盈亏 {pnl}，手续费 {fee}。'],
  bornByFund: [
    'The account was {amount} USDT short. The insurance fund paid it.',
    '账户亏空 {amount} USDT，由保险基金支付。',
  ],
  bornByOthers: [
    'Traders on the other side gave up {size} of their positions at {price}.',
    '对手方交易者以 {price} 让出 {size} 持仓。',
  ],
  bornByNobody: ['Nobody else bore a loss.', '没有其他人承担损失。'],
  leftOver: ['Left in the account: {wallet} USDT.', '账户剩余 {wallet} USDT。'],
  stillClosing: ['It is not over yet.', '强平尚未结束。'],

  // The sandbox.
  refill: ['Refill', '补充资金'],
  reset: ['Reset', '重置'],
  refilled: [
    'Refilled: the balance is at least {wallet} USDT.',
    '已补充：余额至少为 {wallet} USDT。',
  ],
  resetDone: [
    'Reset: no orders, no positions, {wallet} USDT.',
    '已重置：没有委托和持仓，余额 {wallet} USDT。',
  ],
  resetSure: [
    'Reset the account? Its orders are canceled and its positions cleared.',
    '重置账户？所有委托将被撤销，持仓将被清除。',
  ],
});

export type OutcomeWord = Parameters<typeof sayOutcome>[0];
