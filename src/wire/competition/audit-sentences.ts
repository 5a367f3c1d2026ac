/** An entry of the audit log as a sentence: "approved Team 17". */
import { withoutKind } from '../errors.ts';

export interface AuditEntry {
  readonly number: number;
  readonly at: number;
  readonly role: string;
  readonly actor: string;
  readonly action: string;
  readonly about: string;
  readonly reason: string;
  readonly outcome: string;
}

/** The console has two languages, the command line the first. */
export type AuditLanguage = 'en' | 'zh';

const ENGLISH = {
  '/competition/seasons': 'created the season {name}',
  '/competition/rules': 'changed the rules: {rest}',
  '/competition/registration': 'closed registration',
  opened: 'opened registration',
  '/competition/registrations': 'entered {team}',
  '/competition/registrations/:id/approve': 'approved {team}',
  '/competition/registrations/:id/reject': 'rejected {team}',
  '/competition/registrations/:id/withdraw': 'withdrew {team}',
  '/competition/registrations/:id/issue': 'issued new credentials to {team}',
  '/competition/reset': 'reset all accounts',
  '/competition/start': 'started the season',
  '/competition/end': 'ended the season',
  '/competition/close': 'made the result final',
  '/competition/publication': 'published the result',
  '/competition/surveillance/dismiss': 'dismissed a finding of {test}',
  '/competition/surveillance/restore': 'took up a finding of {test} again',
  warn: 'warned {team}',
  throttle: 'throttled {team}',
  freeze: 'froze {team}',
  disqualify: 'disqualified {team}',
  reinstate: 'reinstated {team}',
  '/accounts': 'opened the account {name}',
  '/accounts/:account/fund': 'added {amount} USDT to account {account}',
  '/accounts/:account/reset': 'reset account {account} to {wallet} USDT',
  '/accounts/:account/status': 'set account {account} to {status}',
  '/contracts/:symbol/halt': 'halted {symbol}',
  '/contracts/:symbol/resume': 'resumed {symbol}',
  '/contracts/:symbol/index': 'set the index of {symbol} to {price}',
  '/faults': 'began the fault {kind}',
  '/faults/end': 'ended a fault',
  '/keys': 'made the key {name}',
  '/keys/:key/allowlist': 'changed the allowlist of {name}',
  '/keys/:key/disable': 'disabled the key of {name}',
  '/keys/:key/enable': 'enabled the key of {name}',
  '/keys/:key/rotate': 'made a new secret for {name}',
  '/market/feed': 'changed the price feed to {kind}',
  '/time/pause': 'paused venue time',
  '/time/resume': 'let venue time run',
  '/time/speed': 'set the speed of venue time to {speed}',
  '/time/step': 'stepped venue time by {by}',
  '/chaos/shock': 'moved the price of {symbol} by {change}',
  '/chaos/regime': 'changed the regime to {regime}',
  '/chaos/thin': 'thinned the book of {symbol}',
  '/chaos/one-sided': 'left {symbol} only {only}',
  '/chaos/funding': 'pushed funding of {symbol} to {rate}',
  '/chaos/basis': 'moved {symbol} {basis} from its index',
  '/chaos/outage': 'cut the price feed of {symbol}',
  '/chaos/halt': 'halted {symbol}',
  '/chaos/resume': 'resumed {symbol}',
  '/chaos/calm': 'stopped all chaos',
  done: 'done',
  begun: 'unfinished',
  refused: 'refused: {why}',
  failed: 'failed: {why}',
} as const;

type AuditWord = keyof typeof ENGLISH;

const CHINESE: Readonly<Record<AuditWord, string>> = {
  '/competition/seasons': '创建了赛季 {name}',
  '/competition/rules': '修改了规则：{rest}',
  '/competition/registration': '关闭了报名',
  opened: '开放了报名',
  '/competition/registrations': '录入了 {team}',
  '/competition/registrations/:id/approve': '批准了 {team}',
  '/competition/registrations/:id/reject': '拒绝了 {team}',
  '/competition/registrations/:id/withdraw': '撤回了 {team}',
  '/competition/registrations/:id/issue': '为 {team} 重新签发了凭证',
  '/competition/reset': '重置了全部账户',
  '/competition/start': '开始了赛季',
  '/competition/end': '结束了赛季',
  '/competition/close': '确定了最终结果',
  '/competition/publication': '发布了结果',
  '/competition/surveillance/dismiss': '搁置了一项监察发现（{test}）',
  '/competition/surveillance/restore': '重新处理一项监察发现（{test}）',
  warn: '警告了 {team}',
  throttle: '限速了 {team}',
  freeze: '冻结了 {team}',
  disqualify: '取消了 {team} 的资格',
  reinstate: '恢复了 {team}',
  '/accounts': '开立了账户 {name}',
  '/accounts/:account/fund': '向账户 {account} 加入 {amount} USDT',
  '/accounts/:account/reset': '将账户 {account} 重置为 {wallet} USDT',
  '/accounts/:account/status': '将账户 {account} 设为 {status}',
  '/contracts/:symbol/halt': '暂停了 {symbol}',
  '/contracts/:symbol/resume': '恢复了 {symbol}',
  '/contracts/:symbol/index': '将 {symbol} 的指数设为 {price}',
  '/faults': '开始了故障 {kind}',
  '/faults/end': '结束了一个故障',
  '/keys': '创建了密钥 {name}',
  '/keys/:key/allowlist': '修改了 {name} 的白名单',
  '/keys/:key/disable': '停用了 {name} 的密钥',
  '/keys/:key/enable': '启用了 {name} 的密钥',
  '/keys/:key/rotate': '为 {name} 生成了新私钥',
  '/market/feed': '将价格来源改为 {kind}',
  '/time/pause': '暂停了交易所时间',
  '/time/resume': '让交易所时间继续运行',
  '/time/speed': '将交易所时间的速度设为 {speed}',
  '/time/step': '将交易所时间步进 {by}',
  '/chaos/shock': '使 {symbol} 的价格变动 {change}',
  '/chaos/regime': '将行情状态改为 {regime}',
  '/chaos/thin': '使 {symbol} 的盘口变薄',
  '/chaos/one-sided': '使 {symbol} 只剩 {only}',
  '/chaos/funding': '将 {symbol} 的资金费率推至 {rate}',
  '/chaos/basis': '使 {symbol} 偏离指数 {basis}',
  '/chaos/outage': '切断了 {symbol} 的价格来源',
  '/chaos/halt': '暂停了 {symbol}',
  '/chaos/resume': '恢复了 {symbol}',
  '/chaos/calm': '停止了所有扰动',
  done: '已完成',
  begun: '未完成',
  refused: '被拒绝：{why}',
  failed: '失败：{why}',
};

const SENTENCES = { en: ENGLISH, zh: CHINESE };
const isAuditWord = (text: string): text is AuditWord => Object.hasOwn(ENGLISH, text);

type AuditFacts = Readonly<Record<string, string>>;

const fill = (word: AuditWord, facts: AuditFacts, language: AuditLanguage): string =>
  SENTENCES[language][word].replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');

/** `team=Team 17 step=warn`: a value goes on until the next name. */
function factsIn(about: string): AuditFacts {
  const facts: Record<string, string> = { rest: about };
  for (const [, name = '', value = ''] of about.matchAll(/(\w+)=(.*?)(?= \w+=|$)/g))
    facts[name] = value;
  return facts;
}

/** What was done, without who did it. An action without a sentence is told as it is. */
export function auditSentence(
  { action, about }: Pick<AuditEntry, 'action' | 'about'>,
  language: AuditLanguage,
): string {
  const facts = factsIn(about);
  const word =
    action === '/competition/sanctions'
      ? (facts['step'] ?? '')
      : action === '/competition/registration' && facts['open'] === 'true'
        ? 'opened'
        : action;
  return isAuditWord(word) ? fill(word, facts, language) : `${action} ${about}`.trim();
}

export function auditOutcome(
  { outcome }: Pick<AuditEntry, 'outcome'>,
  language: AuditLanguage,
): string {
  const [, word = outcome, why = ''] = /^(refused|failed): (.*)$/s.exec(outcome) ?? [];
  return isAuditWord(word) ? fill(word, { why: withoutKind(why) }, language) : outcome;
}

/** Whether a part of the entry, as people read it in either language, is what is sought. */
export function isAuditFound(entry: AuditEntry, sought: string): boolean {
  const { actor, reason, about } = entry;
  const told = [auditSentence(entry, 'en'), auditSentence(entry, 'zh'), auditOutcome(entry, 'en')];
  return [`${actor} ${told[0]}`, ...told, reason, about].some((text) =>
    text.toLowerCase().includes(sought.trim().toLowerCase()),
  );
}
