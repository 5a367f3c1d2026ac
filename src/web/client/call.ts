/**
 * The page as a client of the venue, like any other. A refusal is a value, in people's words with
 * the venue's behind them. Every call is logged for the inspector.
 */
import { computed, signal, untracked } from '@preact/signals';
import {
  type ClientKeys,
  type ClientTerms,
  createClient,
  type LinkState,
  type PerpetuaClient,
  PerpetuaError,
} from '../../client/client.ts';
import { localeHeader, say } from '../shell/language.ts';
import { noteCall } from './call-log.ts';
import { refusalWords } from './refusal-words.ts';

/**
 * The account of this tab. The client drops the secret once the browser holds it as a signing key;
 * what a reload needs is in `kept-account.ts`.
 */
export interface Session {
  readonly name: string;
  readonly apiKey: string;
  readonly client: PerpetuaClient;
  /** Whether this venue gave the keys to the page: then it gives play money too. */
  readonly isSandbox: boolean;
}

export interface AccessKeys extends ClientKeys {
  readonly name: string;
  readonly isSandbox?: boolean;
}

export const session = signal<Session | undefined>(undefined);

export function signOut(): void {
  session.value = undefined;
}

export interface CallRefusal extends ToldRefusal {
  readonly ok: false;
}

export interface ToldRefusal {
  /** For people. */
  readonly message: string;
  /** For whoever wants to know more: the venue's code, its reason and its own words. */
  readonly behind?: string | undefined;
}

export type CallOutcome<Value> = { readonly ok: true; readonly value: Value } | CallRefusal;

export type VenueCall<Value> = (client: PerpetuaClient) => Promise<Value>;

/** Of a call that the page makes by itself, again and again. */
export const ROUTINE = { note: 'routine', retries: 0 } as const;

const termsOf = (more: Partial<ClientTerms>): ClientTerms => ({
  ...more,
  baseUrl: '',
  observe: noteCall,
  locale: localeHeader,
});

export const publicClient = createClient(termsOf({}));

/** The client of the account goes by the same clock. */
export function signIn({ name, isSandbox = false, ...keys }: AccessKeys): void {
  const client = createClient(termsOf({ ...keys, now: publicClient.now }));
  session.value = { name, apiKey: keys.apiKey, client, isSandbox };
}

export const publicState = signal<LinkState>('connecting');

/** Of the account's socket; undefined while nobody is signed in. */
export const privateState = signal<LinkState | undefined>(undefined);
/** What is shown may be old, and nothing is sent. */
export const isCutOff = computed(
  () => publicState.value === 'lost' || privateState.value === 'lost',
);

/** The public socket of this page, opened once. */
export const publicLink = publicClient.publicSocket({
  onState: (state) => {
    publicState.value = state;
  },
});

/**
 * Market data: no key is needed. A component that calls this while it is drawn does not come to
 * depend on the language, which the call itself reads.
 */
export const ask = <Value>(call: VenueCall<Value>): Promise<CallOutcome<Value>> =>
  untracked(() => judge(call(publicClient)));

/** For the own account; refused without being sent if nobody is signed in or the link is lost. */
export function askOwn<Value>(call: VenueCall<Value>): Promise<CallOutcome<Value>> {
  const who = session.peek();
  if (who === undefined) return Promise.resolve({ ok: false, message: say('signInFirst') });
  if (isCutOff.peek()) return Promise.resolve({ ok: false, message: say('linkLost') });
  return untracked(() => judge(call(who.client)));
}

async function judge<Value>(call: Promise<Value>): Promise<CallOutcome<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof PerpetuaError)) throw error;
    return { ok: false, ...toldRefusal(error) };
  }
}

/** In the words of the page where it has some, otherwise in the venue's. */
export function toldRefusal({ code, status, message, reason }: PerpetuaError): ToldRefusal {
  if (code === 'unreadable') return { message: say('venueRefused', { status }) };
  if (status === 0) return { message: say('venueUnreachable') };
  const behind = [code, reason, message].filter((part) => part !== undefined).join(' · ');
  return { message: refusalWords(reason) ?? withoutVoice(message), behind };
}

/** Some programs know an error by its first word; people need not. */
const withoutVoice = (message: string): string => message.replace(/^[A-Z_]+: /, '');

/** Sets the clock of this page by the venue's. */
export const readVenueTime = async (): Promise<boolean> =>
  (await judge(publicClient.syncClock())).ok;
