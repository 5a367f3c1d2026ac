/**
 * The errors of the interface: their codes, HTTP statuses and texts in both languages. A text that
 * bots read keeps its wording; a detail for people follows it.
 */
import type { OrderId } from '../domain/ids.ts';
import type { RejectReason } from '../domain/reject.ts';
import type { Millis } from '../domain/units.ts';

export type Locale = 'en' | 'zh';

/** From the `locale` header: Chinese where it asks for it, English otherwise. */
export const localeOf = (header: string | readonly string[] | undefined): Locale =>
  typeof header === 'string' && /^zh\b/i.test(header.trim()) ? 'zh' : 'en';

/** A text in both languages. */
export type Texts = Readonly<Record<Locale, string>>;

interface ErrorKind {
  readonly status: number;
  readonly text: Texts;
}

const kind = (status: number, en: string, zh: string): ErrorKind => ({ status, text: { en, zh } });

const header = (name: string): ErrorKind =>
  kind(400, `Header "${name}" is required`, `请求头"${name}"不能为空`);

/** A detail may follow a text. `{}` stands for the parameter. */
export const ERRORS = {
  '404': kind(404, 'Request path does not exist', '请求路径不存在'),
  '429': kind(429, 'Too many requests', '请求过于频繁'),
  '40001': header('ACCESS_KEY'),
  '40002': header('ACCESS_SIGN'),
  '40003': header('ACCESS_TIMESTAMP'),
  '40005': kind(400, 'Invalid ACCESS_TIMESTAMP', '无效的ACCESS_TIMESTAMP'),
  '40006': kind(400, 'Invalid ACCESS_KEY', '无效的ACCESS_KEY'),
  '40007': kind(
    400,
    'Invalid Content_Type, use "application/json"',
    '无效的Content_Type，请使用"application/json"格式',
  ),
  '40008': kind(400, 'Request timestamp expired', '请求时间戳过期'),
  '40009': kind(400, 'API verification failed', 'API验证失败'),
  '40011': header('ACCESS_PASSPHRASE'),
  '40012': kind(400, 'Incorrect API key/Passphrase', 'API key或Passphrase不正确'),
  '40013': kind(403, 'Account frozen', '账户已被冻结'),
  '40014': kind(403, 'Invalid permissions', '权限不正确'),
  '40015': kind(400, 'System error', '系统异常'),
  '40017': kind(400, 'Parameter validation failed', '参数校验不通过'),
  '40018': kind(521, 'Invalid IP request', '请求IP不正确'),
  '40019': kind(400, 'Parameter {} cannot be empty', '参数{}不能为空'),
  '40020': kind(400, 'Parameter {} is invalid', '参数{}错误'),
  '40021': kind(403, 'Open API permission check failed', 'open api权限校验失败'),
  '40022': kind(403, 'Insufficient permissions', '权限不足'),
  '40753': kind(403, 'API permission disabled', 'API权限已被禁用'),
  '50000': kind(500, 'Internal server error', '服务器内部错误'),
  '50003': kind(403, 'The account may not trade this symbol', '账户无权交易该币对'),
  '50004': kind(403, 'The account may not access this API', '账户无权访问该接口'),
  '50005': kind(404, 'Order does not exist', '订单不存在'),
  '50007': kind(400, 'The leverage is above the limit', '杠杆倍数超过上限'),
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof ERRORS;

/** An error, before a dialect formats it. */
export interface WireError {
  readonly kind: 'wire-error';
  readonly code: ErrorCode;
  readonly status: number;
  readonly text: Texts;
  /** The parameter at fault, for logs; empty if there is none. */
  readonly field: string;
  /** The reason of the engine, if it refused. Dialects have codes for reasons. */
  readonly reason?: RejectReason;
  /** The named order, if it is not alive. The gateway looks up whether it has finished. */
  readonly missing?: OrderId;
  /** The first word of the text. Some bots recognise errors by it. */
  readonly voice?: string;
  /** The code of the one dialect that has this error. */
  readonly own?: string;
  /** What ran short, for dialects that tell it by code. */
  readonly short?: Shortage;
}

/**
 * The budget of orders; patience with an address that goes on; room in the queue; the knowledge
 * whether a command was done.
 */
export type Shortage = 'orders' | 'patience' | 'room' | 'knowledge';

export interface ErrorDetail {
  readonly field?: string;
  /** Follows the text of the code after a colon. */
  readonly detail?: Texts;
}

export function wireError(code: ErrorCode, { field = '', detail }: ErrorDetail = {}): WireError {
  const { status, text } = ERRORS[code];
  const say = (locale: Locale, colon: string): string => {
    const base = text[locale].replace('{}', field);
    return detail === undefined ? base : `${base}${colon}${detail[locale]}`;
  };
  return {
    kind: 'wire-error',
    code,
    status,
    text: { en: say('en', ': '), zh: say('zh', '：') },
    field,
  };
}

/** Returns the same detail for both languages, such as a name or a number. */
export const both = (text: string): Texts => ({ en: text, zh: text });

export const isWireError = (value: unknown): value is WireError =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'wire-error';

/** Returns the text without the first word of version 2, for dialects that tell it by code. */
export function voicelessText({ text, voice }: WireError, locale: Locale): string {
  const said = text[locale];
  return voice !== undefined && said.startsWith(`${voice}: `) ? said.slice(voice.length + 2) : said;
}

/** An error as a dialect formats it. */
export interface FormattedError<Body = object> {
  readonly status: number;
  readonly body: Body;
}

export type FormatError<Body = object> = (
  error: WireError,
  locale: Locale,
  now: Millis,
) => FormattedError<Body>;

/** The body of every error, whatever its status. */
interface ErrorBody {
  readonly code: string;
  readonly msg: string;
  readonly requestTime: number;
  readonly data: null;
}

export const errorBody = (error: WireError, locale: Locale, now: Millis): ErrorBody => ({
  code: error.code,
  msg: error.text[locale],
  requestTime: now,
  data: null,
});

/** Formats an error as version 2 does. Paths outside the dialects use it too. */
export const formatPlainError: FormatError = (error, locale, now) => ({
  status: error.status,
  body: errorBody(error, locale, now),
});

const KIND = /^(?:[A-Z]+(?:_[A-Z]+)+|Request path does not exist|Parameter validation failed): /;

/** `FAILED_PRECONDITION: the season is ended` is `the season is ended`. */
export const withoutKind = (message: string): string => message.replace(KIND, '');

/** An error that only one dialect has, by its code there. The general code is what the log says. */
export const ownError = (own: string, text: string, code: ErrorCode = '40017'): WireError => ({
  ...wireError(code),
  text: both(text),
  own,
});

/** Gives rejects the codes that they have at one endpoint, where these differ from the usual. */
export const blamedBy =
  <Code extends string>(codes: Partial<Record<RejectReason, Code>>) =>
  (error: WireError): WireError => {
    const own = error.reason === undefined ? undefined : codes[error.reason];
    return own === undefined ? error : { ...error, own };
  };

/** A word of the texts that all dialects share, and how it is called in one. */
export type OwnWord = readonly [word: RegExp, own: string];

/** Dialects that know position modes as one-way and hedge. */
export const MODE_WORDS: readonly OwnWord[] = [
  [/\bnet position mode\b/g, 'one-way mode'],
  [/\bhedge position mode\b/g, 'hedge mode'],
  [/\bnot net\b/g, 'not one-way'],
];

export const inOwnWords = (text: string, words: readonly OwnWord[]): string =>
  words.reduce((said, [word, own]) => said.replace(word, own), text);
