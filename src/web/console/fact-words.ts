/**
 * The facts of a finding in the language of the console. The venue tells them in English, where
 * they are part of a published result; here each is known by its words, and its figures are kept.
 */
import type { Language } from '../shell/language.ts';

const FIGURE = /-?\d+/g;

/** By the English words with `#` for each figure; `{2}` is the second of the figures. */
const CHINESE: Readonly<Record<string, string>> = {
  '# fills with each other, worth #': '彼此成交 {1} 笔，价值 {2}',
  'turnover # and # of #': '成交额分别为 {1} 和 {2}，全场 {3}',
  'by chance about #': '若属偶然约为 {1}',
  '# against the mark a second before, in # fills': '相对一秒前的标记价格转移 {1}，共 {2} 笔成交',
  'the second of them lost # in all': '其中第二方总计亏损 {1}',
  'the second of them earned # in all': '其中第二方总计盈利 {1}',
  'moved against each other by about as much in # minutes': '有 {1} 分钟两者反向变动，幅度相近',
  "# of # changes came within two seconds after the first's":
    '{2} 次变动中有 {1} 次在前者变动后两秒内发生',
  'the other way round #': '反过来为 {1} 次',
  "# orders were stopped from meeting the own team's": '有 {1} 笔委托因会与本队成交而被拦下',
  '# orders, # taken back, # fills': '委托 {1} 笔，撤回 {2} 笔，成交 {3} 笔',
  '# large orders of # taken back right after a fill opposite':
    '撤回的 {2} 笔中有 {1} 笔大额委托，在反向成交后立即撤回',
  '# of # earned within a second after a jump of the index':
    '{2} 的盈利中有 {1} 在指数跳动后一秒内取得',
  'in # fills': '共 {1} 笔成交',
  '# of # earned in contracts that had not yet followed another': '{2} 中有 {1} 来自尚未跟随的合约',
  'gave away # moving prices and gained # by it within a minute': '推价让出 {1}，一分钟内获得 {2}',
  'on # occasions': '共 {1} 次',
  'gave away # in the last minutes, in the direction of its position':
    '在最后几分钟内顺着自己的持仓方向让出 {1}',
  '# fills worth #': '{1} 笔成交，价值 {2}',
  '# teams were seen at one address': '{1} 支队伍出现在同一地址',
  '# teams were seen at # addresses': '{1} 支队伍共同出现在 {2} 个地址',
};

/** A fact that is not known here stays as the venue told it. */
export function factIn(fact: string, wanted: Language): string {
  const words = wanted === 'zh' ? CHINESE[fact.replace(FIGURE, '#')] : undefined;
  const figures = fact.match(FIGURE) ?? [];
  return (
    words?.replace(/\{(\d)\}/g, (_, place: string) => figures[Number(place) - 1] ?? '') ?? fact
  );
}
