/**
 * The place that tools act from: one key of one venue. The key and the address are looked up for
 * each call, so that a venue may be started later, be restarted or move to another port.
 */
import { createClient, type PerpetuaClient, PerpetuaError } from '../../client/client.ts';
import { many } from '../../domain/many.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { findCredentials } from '../../gateway/data-files.ts';
import { findAccess, findBaseUrl } from '../account/find-access.ts';
import { filesOf } from '../start/own-process.ts';
import { findAdvice } from './advice.ts';
import { type CapGuard, type Caps, createCapGuard } from './caps.ts';

export interface ToolSeatTerms {
  /** The name of the account in the file of credentials; the first one where left out. */
  readonly account: string | undefined;
  readonly baseUrl: string | undefined;
  readonly data: string | undefined;
  /** Under which name decisions are logged; that of the client where left out. */
  readonly model: string | undefined;
  readonly caps?: Caps;
}

/** The last time that a tool was refused. */
export interface ToolRefusal {
  readonly tool: string;
  readonly code: string;
  readonly message: string;
}

export interface ToolSeat {
  /** Throws with the reason where there is no key. */
  readonly client: () => PerpetuaClient;
  readonly baseUrl: () => string;
  readonly model: () => string;
  /** What a person allows at most. */
  readonly caps: CapGuard;
  /** Hears which program speaks to the server. */
  readonly meet: (name: string) => void;
  /** The words for an error, with what to do; remembers a refusal. */
  readonly explain: (tool: string, error: unknown) => string;
  readonly lastRefusal: () => ToolRefusal | undefined;
}

const NAMELESS = 'mcp';
const CHOOSE = 'Start this server again with the right --account or key';

export function createToolSeat(terms: ToolSeatTerms): ToolSeat {
  const { account, baseUrl: named, data, model, caps = {} } = terms;
  let met: string | undefined;
  let refusal: ToolRefusal | undefined;
  let made: { readonly from: string; readonly client: PerpetuaClient } | undefined;
  const baseUrl = (): string => findBaseUrl(named, data);
  const howToStart = (): string =>
    `start one in another terminal with "npx perpetua start --data ${filesOf(data).folder}", ` +
    'with --time stepped where you want to step its time, and call again';
  const howToBegin = (): string => `If no venue was started yet, ${howToStart()}`;
  const hasKeys = (): boolean => findCredentials(filesOf(data).credentials) !== undefined;
  return {
    baseUrl,
    caps: createCapGuard(caps),
    client: () => {
      const access = findAccess({ name: account, data });
      if (typeof access === 'string')
        throw new Error(`There is no key: ${access}. ${hasKeys() ? CHOOSE : howToBegin()}.`);
      const { apiKey, secretKey, passphrase } = access;
      const own = { baseUrl: baseUrl(), apiKey, secretKey, passphrase };
      const from = JSON.stringify(own);
      if (made?.from !== from) made = { from, client: createClient(own) };
      return made.client;
    },
    model: () => model ?? met ?? NAMELESS,
    meet: (name) => {
      if (name !== '') met = name;
    },
    lastRefusal: () => refusal,
    explain: (tool, error) => {
      if (!(error instanceof PerpetuaError)) return reasonOf(error);
      const { code, message } = error;
      if (code === 'unreachable')
        return `No venue answers at ${baseUrl()}: ${howToStart()}.${doubtOf(error)}`;
      refusal = { tool, code, message };
      const advice = findAdvice(code);
      const todo = advice === undefined ? '' : `\nWhat to do: ${advice}${waitOf(error)}`;
      return `${code} ${message}${todo}${doubtOf(error)}`;
    },
  };
}

const waitOf = ({ retryAfterMillis: millis }: PerpetuaError): string =>
  millis === undefined ? '' : ` Wait ${many(Math.ceil(millis / 1_000), 'second')}.`;

const doubtOf = ({ fate }: PerpetuaError): string =>
  fate === 'unknown'
    ? '\nIt may have taken effect all the same: look with get_open_orders and get_fills first.'
    : '';
