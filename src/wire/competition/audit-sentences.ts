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

/** Each in English and in Chinese. */
const SENTENCES = {
  '/competition/seasons': ['created the season {name}', '创建了赛季 {name}'],
  '/competition/rules': ['changed the rules: {rest}', '修改了规则：{rest}'],
  '/competition/registration': ['closed registration', '关闭了报名'],
  opened: ['opened registration', '开放了报名'],
  '/competition/registrations': ['entered {team}', '录入了 {team}'],
  '/competition/registrations/:id/approve': ['approved {team}', '批准了 {team}'],
  '/competition/registrations/:id/reject': ['rejected {team}', '拒绝了 {team}'],
  '/competition/registrations/:id/withdraw': ['withdrew {team}', '撤回了 {team}'],
  '/competition/registrations/:id/issue': [
    'issued new credentials to {team}',
    '为 {team} 重新签发了凭证',
  ],
  '/competition/reset': ['reset all accounts', '重置了全部账户'],
  '/competition/start': ['started the season', '开始了赛季'],
  '/competition/end': ['ended the season', '结束了赛季'],
  '/competition/close': ['made the result final', '确定了最终结果'],
  '/competition/publication': ['published the result', '发布了结果'],
  '/competition/surveillance/dismiss': [
    'dismissed a finding of {test}',
    '搁置了一项监察发现（{test}）',
  ],
  '/competition/surveillance/restore': [
    'took up a finding of {test} again',
    '重新处理一项监察发现（{test}）',
  ],
  warn: ['warned {team}', '警告了 {team}'],
  throttle: ['throttled {team}', '限速了 {team}'],
  freeze: ['froze {team}', '冻结了 {team}'],
  disqualify: ['disqualified {team}', '取消了 {team} 的资格'],
  reinstate: ['reinstated {team}', '恢复了 {team}'],
  '/accounts': ['opened the account {name}', '开立了账户 {name}'],
  '/accounts/:account/fund': [
    'added {amount} USDT to account {account}',
    '向账户 {account} 加入 {amount} USDT',
  ],
  '/accounts/:account/reset': [
    'reset account {account} to {wallet} USDT',
    '将账户 {account} 重置为 {wallet} USDT',
  ],
  '/accounts/:account/status': [
    'set account {account} to {status}',
    '将账户 {account} 设为 {status}',
  ],
  '/contracts/:symbol/halt': ['halted {symbol}', '暂停了 {symbol}'],
  '/contracts/:symbol/resume': ['resumed {symbol}', '恢复了 {symbol}'],
  '/contracts/:symbol/index': [
    'set the index of {symbol} to {price}',
    '将 {symbol} 的指数设为 {price}',
  ],
  '/faults': ['began the fault {kind}', '开始了故障 {kind}'],
  '/faults/end': ['ended a fault', '结束了一个故障'],
  '/keys': ['made the key {name}', '创建了密钥 {name}'],
  '/keys/:key/allowlist': ['changed the allowlist of {name}', '修改了 {name} 的白名单'],
  '/keys/:key/disable': ['disabled the key of {name}', '停用了 {name} 的密钥'],
  '/keys/:key/enable': ['enabled the key of {name}', '启用了 {name} 的密钥'],
  '/keys/:key/rotate': ['made a new secret for {name}', '为 {name} 生成了新私钥'],
  '/market/feed': ['changed the price feed to {kind}', '将价格来源改为 {kind}'],
  '/time/pause': ['paused venue time', '暂停了交易所时间'],
  '/time/resume': ['let venue time run', '让交易所时间继续运行'],
  '/time/speed': ['set the speed of venue time to {speed}', '将交易所时间的速度设为 {speed}'],
  '/time/step': ['stepped venue time by {by}', '将交易所时间步进 {by}'],
  '/chaos/shock': ['moved the price of {symbol} by {change}', '使 {symbol} 的价格变动 {change}'],
  '/chaos/regime': ['changed the regime to {regime}', '将行情状态改为 {regime}'],
  '/chaos/thin': ['thinned the book of {symbol}', '使 {symbol} 的盘口变薄'],
  '/chaos/one-sided': ['left {symbol} only {only}', '使 {symbol} 只剩 {only}'],
  '/chaos/funding': ['pushed funding of {symbol} to {rate}', '将 {symbol} 的资金费率推至 {rate}'],
  '/chaos/basis': ['moved {symbol} {basis} from its index', '使 {symbol} 偏离指数 {basis}'],
  '/chaos/outage': ['cut the price feed of {symbol}', '切断了 {symbol} 的价格来源'],
  '/chaos/halt': ['halted {symbol}', '暂停了 {symbol}'],
  '/chaos/resume': ['resumed {symbol}', '恢复了 {symbol}'],
  '/chaos/calm': ['stopped all chaos', '停止了所有扰动'],
  done: ['done', '已完成'],
  begun: ['unfinished', '未完成'],
  refused: ['refused: {why}', '被拒绝：{why}'],
  failed: ['failed: {why}', '失败：{why}'],
} as const;

type AuditWord = keyof typeof SENTENCES;

const isAuditWord = (text: string): text is AuditWord => Object.hasOwn(SENTENCES, text);

type AuditFacts = Readonly<Record<string, string>>;

const fill = (word: AuditWord, facts: AuditFacts, language: AuditLanguage): string =>
  SENTENCES[word][language === 'en' ? 0 : 1].replace(
    /\{(\w+)\}/g,
    (_, name: string) => facts[name] ?? '',
  );

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
