/** The words of the desk: ticket, tables, keys and layout, in both languages. */
import { speaker } from './language.ts';

const ENGLISH = {
  sizeUnit: 'Size in',
  shareOfMargin: '% of margin',
  sizeMeans: '= {size} {coin} ≈ {worth} {quote}',
  exitUnit: 'TP/SL by',
  byPrice: 'Price',
  byPercent: 'Per cent',
  byPnl: 'PnL',
  exitMeans: 'at {price}',
  exitMeansBoth: 'long at {long}, short at {short}',
  marketNote:
    'A market order freezes the most it may cost. What it does not need is free again after the ' +
    'fill.',
  closeAll: 'Close all',
  closeAllSure: 'Closes every position of every contract at market.',
  reverse: 'Reverse',
  reverseSure:
    'Closes {size} {coin} {side} at market, then opens {size} {coin} {other} at market. Both ' +
    'fees are paid.',
  sharePart: '{part} of the position',
  amend: 'Amend',
  amended: 'Order changed: {size} at {price}.',
  triggerAmended: 'Trigger changed to {price}.',
  triggerBy: 'Triggered by',
  partOf: 'Part of the position',
  exitsNow: 'Closes {part} at market when the {source} price reaches the trigger.',
  wholeOfIt: 'the whole position',
  faultPart: 'A whole number from 1 to 100.',
  pending: 'pending …',
  unanswered: 'no answer',
  cutOff: 'Connection lost: what is shown is old, and nothing can be sent.',
} as const;

type DeskWord = keyof typeof ENGLISH;

const CHINESE: Readonly<Record<DeskWord, string>> = {
  sizeUnit: '数量单位',
  shareOfMargin: '保证金 %',
  sizeMeans: '= {size} {coin} ≈ {worth} {quote}',
  exitUnit: '止盈止损按',
  byPrice: '价格',
  byPercent: '百分比',
  byPnl: '盈亏',
  exitMeans: '触发价 {price}',
  exitMeansBoth: '多 {long}，空 {short}',
  marketNote: '市价单按最大可能成本冻结，成交后未用部分立即退回。',
  closeAll: '全部平仓',
  closeAllSure: '以市价平掉所有合约的全部持仓。',
  reverse: '反手',
  reverseSure:
    '以市价平掉 {side} {size} {coin}，再以市价开 {other} {size} {coin}，两笔手续费都会收取。',
  sharePart: '持仓的 {part}',
  amend: '改单',
  amended: '委托已修改：{size}，价格 {price}。',
  triggerAmended: '触发价已改为 {price}。',
  triggerBy: '触发依据',
  partOf: '平仓比例',
  exitsNow: '{source}价达到触发价时，以市价平掉{part}。',
  wholeOfIt: '全部持仓',
  faultPart: '请输入 1 到 100 的整数。',
  pending: '等待中…',
  unanswered: '无应答',
  cutOff: '连接已断开：显示的内容不是最新的，无法发送任何请求。',
};

export const sayDesk = speaker<DeskWord>({ en: ENGLISH, zh: CHINESE });
