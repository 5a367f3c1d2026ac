/** What the chart says. */
import { speaker } from '../shell/language.ts';

export const sayChart = speaker({
  open: ['O', '开'],
  high: ['H', '高'],
  low: ['L', '低'],
  close: ['C', '收'],
  volume: ['Vol', '量'],
  view: ['Chart or depth', '图表或深度'],
  candles: ['Candles', 'K线'],
  depth: ['Depth', '深度'],
  settings: ['Indicators', '指标'],
  studyVolume: ['Volume', '成交量'],
  askBefore: ['Ask before a dragged order is changed', '拖动改单前先确认'],
  picture: ['Save the chart as a picture', '将图表保存为图片'],
  position: ['Position', '持仓'],
  whole: ['whole position', '全部仓位'],
  movable: [
    '{name} at {price}. Drag it or use the arrow keys, then Enter.',
    '{name}，价格 {price}。拖动或用方向键移动，按回车确认。',
  ],
  changeTitle: ['Change the order', '修改委托'],
  changeText: ['{name}: from {before} to {after}.', '{name}：由 {before} 改为 {after}。'],
  change: ['Change', '修改'],
  changed: ['Changed: {name}, now at {price}.', '已修改：{name}，新价格 {price}。'],
  depthText: [
    'Bids {bids} {coin} and asks {asks} {coin} within {span} of the middle',
    '中间价上下 {span} 内：买盘 {bids} {coin}，卖盘 {asks} {coin}',
  ],
  depthAt: [
    '{size} {coin} between the best price and {price}',
    '最优价至 {price} 之间共 {size} {coin}',
  ],
  chartKeys: [
    '{text}. Arrow keys move from candle to candle; Enter takes the price.',
    '{text}。方向键逐根移动，回车取价。',
  ],
});
