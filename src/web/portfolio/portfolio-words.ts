/** The words of the portfolio. */
import { speaker } from '../shell/language.ts';

export const sayPortfolio = speaker({
  range: ['Range', '时间范围'],
  day: ['Today', '今天'],
  week: ['7 days', '7 天'],
  signIn: [
    'Connect an account to see what it made of its money.',
    '连接账户后可查看资金的盈亏情况。',
  ],
  equity: ['Equity', '账户权益'],
  pnlNote: ['Change of equity without deposits', '权益变化，不含充值'],
  realised: ['Realised', '已实现盈亏'],
  unrealised: ['Unrealised, change', '未实现盈亏变化'],
  fees: ['Fees', '手续费'],
  funding: ['Funding', '资金费用'],
  winNote: [
    '{won} of {closed} closing orders gained after fees',
    '{closed} 笔平仓委托中有 {won} 笔扣除手续费后盈利',
  ],
  noWins: ['Nothing was closed yet', '尚无平仓'],
  deposits: ['Deposits', '净充值'],
  depositsNote: ['Refills and resets included', '含补充和重置'],
  covered: ['Borne by the insurance fund', '保险基金承担'],
  curveText: [
    'Equity from {from} to {to}: {start} at first, {end} now, after deposits of {paid}.',
    '{from} 至 {to} 的账户权益：期初 {start}，现在 {end}，期间净充值 {paid}。',
  ],
  curveSoon: ['The curve begins with the first full minute.', '曲线从第一个完整的分钟开始。'],
  paidIn: ['Paid in', '投入资金'],
  byDay: ['PnL by day', '每日盈亏'],
  dayColumn: ['Day (UTC)', '日期（UTC）'],
  dayEnd: ['Equity at the end', '日终权益'],
  byContract: ['PnL by contract', '各合约盈亏'],
  nothing: [
    'No trades in this time. What you trade is added up here as it happens.',
    '这段时间没有成交。成交后会立即在此汇总。',
  ],
  shortened: [
    'There is more history than one page can add up. This begins on {day}.',
    '历史记录过多，无法全部汇总。以下数据从 {day} 开始。',
  ],
});
