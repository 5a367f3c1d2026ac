/** The terms of a client, checked once: what is wrong is named with what is allowed. */
import { PerpetuaError } from './perpetua-error.ts';

/** The names are those of the file of credentials. */
export interface ClientKeys {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export type LocaleWord = 'en-US' | 'zh-CN';

export interface ClientTerms extends Partial<ClientKeys> {
  /** The address of the venue, `http://localhost:8700`; empty in a page that the venue serves. */
  readonly baseUrl: string;
  /** How long an answer may take; ten seconds unless told. */
  readonly timeoutMillis?: number;
  /** How often a call is sent again if no answer came; twice unless told. */
  readonly retries?: number;
  /** The language of messages, or a function that tells it before each call. */
  readonly locale?: LocaleWord | (() => LocaleWord);
  /**
   * Hears of every request before it is sent, and may return a function that hears the answer. The
   * headers of a signed request are secret.
   */
  readonly observe?: (sent: SentCall) => ((answered: AnsweredCall) => void) | undefined;
  /** The clock of this machine; only its difference to the venue's matters. */
  readonly now?: () => number;
}

/** A request as it goes out. */
export interface SentCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Without its question mark; empty if there is none. */
  readonly query: string;
  readonly body: string;
  /** Undefined if the call needs no signature. */
  readonly signed: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** As the caller gave it. */
  readonly note?: string | undefined;
}

/** The status is 0 if no answer came. */
export interface AnsweredCall {
  readonly status: number;
  readonly text: string;
}

const KEY_NAMES = ['apiKey', 'secretKey', 'passphrase'] as const;

const OPTIONS: readonly string[] = [
  'baseUrl',
  ...KEY_NAMES,
  'timeoutMillis',
  'retries',
  'locale',
  'observe',
  'now',
] satisfies readonly (keyof ClientTerms)[];
/** What else an entry of the file of credentials has. */
const OF_CREDENTIALS: readonly string[] = ['name', 'accountId', 'address', 'privateKey'];

export function checkClientTerms(terms: ClientTerms): void {
  const unknown = Object.keys(terms).find(
    (name) => !OPTIONS.includes(name) && !OF_CREDENTIALS.includes(name),
  );
  if (unknown !== undefined)
    throw wrong(`${unknown} is not an option of a client; there are ${OPTIONS.join(', ')}`);
  const { baseUrl, timeoutMillis = 1, retries = 0 } = terms;
  if (typeof baseUrl !== 'string' || !/^(https?:\/\/|$)/.test(baseUrl))
    throw wrong(`baseUrl is ${baseUrl}; it begins with http:// or https://`);
  if (!(timeoutMillis > 0))
    throw wrong(`timeoutMillis is ${timeoutMillis}; it is a number above 0`);
  if (!Number.isInteger(retries) || retries < 0)
    throw wrong(`retries is ${retries}; it is a whole number from 0`);
  const missing = KEY_NAMES.filter((name) => !terms[name]);
  if (missing.length > 0 && missing.length < KEY_NAMES.length)
    throw wrong(`${missing.join(' and ')} missing; a key has ${KEY_NAMES.join(', ')}`);
}

export function findKeys({ apiKey, secretKey, passphrase }: ClientTerms): ClientKeys | undefined {
  if (!apiKey || !secretKey || !passphrase) return undefined;
  return { apiKey, secretKey, passphrase };
}

const wrong = (message: string): PerpetuaError => new PerpetuaError('wrong-terms', message);
