/** What is said about each outcome, in both languages. `{order}` is what it does, and how much. */
import { speaker } from '../shell/language.ts';

const ENGLISH = {
  resting: 'In the book: {order} at {price}.',
  waiting: 'Waiting: {order}. It is sent when {source} reaches {trigger}.',
  filled: 'Filled: {order} at {price}.',
  partly: 'Partly filled: {order} at {price}. {filled} is filled, {left} stays in the book.',
  triggered: 'Triggered: {order}, as {source} reached {trigger}.',
  killedFok:
    'Killed: {order} at {price}, fill or kill. The book could not fill all of it at once, so ' +
    'nothing was filled.',
  killedIoc:
    'Killed: {order} at {price}, immediate or cancel. {filled} was filled; nobody offered the ' +
    'rest at that price.',
  killedMarket:
    'Killed: {order} at market. {filled} was filled; the book had no more within the price limit.',
  killedPostOnly: 'Killed: {order} at {price}, post only. It would have traded at once.',
  canceled: 'Canceled {who}: {order} at {price}.',
  canceledPart: 'Canceled {who}: {order} at {price}. {filled} had been filled.',
  byYou: 'by you',
  byReplacement: 'by you, for a changed one',
  byOtherExit: 'because the other exit was executed',
  byClosedPosition: 'because there is no position left to close',
  byLiquidation: 'by the venue, because of a liquidation',
  bySelfTrade: 'by the venue, so that you do not trade with yourself',
  byMargin: 'by the venue, because the margin did not suffice',
  byOperator: 'by the operator',
  bySeason: 'by the venue, because the season ended',
  byTime: 'because its time was over',
  byCountdown: 'by your countdown',
  byVenue: 'by the venue',
  market: 'market price',
  lastPrice: 'the last price',
  markPrice: 'the mark price',
  indexPrice: 'the index price',
  wholePosition: 'whole position',
  fundingPaid: 'Funding paid: {amount} USDT on {position} at mark {price}.',
  fundingReceived: 'Funding received: {amount} USDT on {position} at mark {price}.',
  marginCall:
    'Margin call: {position} has used {ratio} of its margin. It is liquidated at {price}. Add ' +
    'money or reduce it.',
  liquidated:
    'Liquidated: {positions}. Equity {equity} USDT no longer covered the required margin ' +
    '{requirement} USDT.',
  deleveraged: 'Deleveraged: {position} was closed at {price} against a bankrupt position.',
  atMark: '{position} at mark {price}',
  whyLink: 'Why?',
  notices: 'Notices',
  noNotices: 'Nothing has happened yet. Fills, cancels, funding and liquidations are listed here.',
  soundOn: 'Sound',
  result: 'What happened',
  news: '{count} new',

  // The end of a liquidation.
  closedIn: 'Closed {size} of {position} in the book at {price} on average',
  takenOver: 'Closed {size} of {position} at {price} against traders on the other side',
  closedFacts: '{what}: result {pnl}, fees {fee}.',
  bornByFund: 'The account was {amount} USDT short. The insurance fund paid it.',
  bornByOthers: 'Traders on the other side gave up {size} of their positions at {price}.',
  bornByNobody: 'Nobody else bore a loss.',
  leftOver: 'Left in the account: {wallet} USDT.',
  stillClosing: 'It is not over yet.',

  // The sandbox.
  refill: 'Refill',
  reset: 'Reset',
  refilled: 'Refilled: the balance is at least {wallet} USDT.',
  resetDone: 'Reset: no orders, no positions, {wallet} USDT.',
  resetSure: 'Reset the account? Its orders are canceled and its positions cleared.',
} as const;

export type OutcomeWord = keyof typeof ENGLISH;

const CHINESE: Readonly<Record<OutcomeWord, string>> = {
  resting: '已挂单：{order}，价格 {price}。',
  waiting: '等待触发：{order}。{source}到达 {trigger} 时发出。',
  filled: '已成交：{order}，均价 {price}。',
  partly: '部分成交：{order}，均价 {price}。已成交 {filled}，剩余 {left} 仍在挂单。',
  triggered: '已触发：{order}，{source}到达 {trigger}。',
  killedFok: '未成交：{order}，价格 {price}，全部成交或取消。盘口无法一次全部成交，因此没有成交。',
  killedIoc:
    '已撤余量：{order}，价格 {price}，立即成交或取消。已成交 {filled}，其余在该价位无人接手。',
  killedMarket: '已撤余量：{order}，市价。已成交 {filled}，盘口在价格限制内没有更多数量。',
  killedPostOnly: '未挂单：{order}，价格 {price}，只做 Maker。该委托会立即成交。',
  canceled: '已撤单（{who}）：{order}，价格 {price}。',
  canceledPart: '已撤单（{who}）：{order}，价格 {price}。此前已成交 {filled}。',
  byYou: '由您撤销',
  byReplacement: '由您修改后替换',
  byOtherExit: '另一笔止盈止损已执行',
  byClosedPosition: '已无可平持仓',
  byLiquidation: '交易所因强平撤销',
  bySelfTrade: '交易所为避免自成交撤销',
  byMargin: '交易所因保证金不足撤销',
  byOperator: '由运营者撤销',
  bySeason: '赛季结束，由交易所撤销',
  byTime: '委托已到期',
  byCountdown: '倒计时自动撤销',
  byVenue: '由交易所撤销',
  market: '市价',
  lastPrice: '最新价',
  markPrice: '标记价',
  indexPrice: '指数价',
  wholePosition: '全部持仓',
  fundingPaid: '已付资金费：{amount} USDT，{position}，标记价 {price}。',
  fundingReceived: '已收资金费：{amount} USDT，{position}，标记价 {price}。',
  marginCall: '保证金预警：{position} 已用保证金 {ratio}，将在 {price} 被强平。请追加资金或减仓。',
  liquidated:
    '已被强平：{positions}。权益 {equity} USDT 已不足以覆盖所需保证金 {requirement} USDT。',
  deleveraged: '已被自动减仓：{position} 以 {price} 与破产持仓对冲平仓。',
  atMark: '{position}，标记价 {price}',
  whyLink: '为什么？',
  notices: '通知',
  noNotices: '暂无通知。成交、撤单、资金费和强平都会列在这里。',
  soundOn: '提示音',
  result: '发生了什么',
  news: '{count} 条新通知',

  closedIn: '{position} 在盘口平仓 {size}，均价 {price}',
  takenOver: '{position} 以 {price} 与对手方对冲平仓 {size}',
  closedFacts: '{what}：盈亏 {pnl}，手续费 {fee}。',
  bornByFund: '账户亏空 {amount} USDT，由保险基金支付。',
  bornByOthers: '对手方交易者以 {price} 让出 {size} 持仓。',
  bornByNobody: '没有其他人承担损失。',
  leftOver: '账户剩余 {wallet} USDT。',
  stillClosing: '强平尚未结束。',

  refill: '补充资金',
  reset: '重置',
  refilled: '已补充：余额至少为 {wallet} USDT。',
  resetDone: '已重置：没有委托和持仓，余额 {wallet} USDT。',
  resetSure: '重置账户？所有委托将被撤销，持仓将被清除。',
};

export const sayOutcome = speaker<OutcomeWord>({ en: ENGLISH, zh: CHINESE });
