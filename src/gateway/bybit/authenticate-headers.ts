/**
 * Checks who signed a call of this dialect. Signed are timestamp, key, window and the query or the
 * body as sent; path and method are not, so the identity of a request adds them. There is no
 * passphrase. A socket logs in by a frame that signs when it ends.
 */
import { type Millis, millis } from '../../domain/units.ts';
import {
  KEY_HEADER,
  SIGN_HEADER,
  TIMESTAMP_HEADER,
  WINDOW_HEADER,
} from '../../wire/bybit/endpoint.ts';
import { refusal, wrong } from '../../wire/bybit/errors.ts';
import { isWireError, wireError } from '../../wire/errors.ts';
import {
  type ArrivedRequest,
  type Authenticate,
  admit,
  type HexProof,
  headerText,
  refuse,
  verifyHexProof,
} from '../authenticate.ts';

const WINDOW_USUAL_MILLIS = 5_000;
/** Longer ones count as this one. */
const WINDOW_MAX_MILLIS = 60_000;
/** How far a caller's clock may be ahead. */
const AHEAD_MAX_MILLIS = 1_000;

interface SentProof {
  readonly key: string;
  readonly timestamp: string;
  /** Empty if none was sent. */
  readonly window: string;
  readonly signature: string;
}

export const authenticateBybit: Authenticate = (authority, request, need) => {
  const { headers, client, now, method, target, session } = request;
  const find = (name: string): string => headerText(headers[name.toLowerCase()]);
  if (session !== undefined) {
    const { key, mark } = session;
    const current = authority.keys.find(key.key);
    if (current?.version !== key.version) return refuse(wireError('40006'));
    const timestamp = find(TIMESTAMP_HEADER) || String(now);
    const times = readTimes({ timestamp, window: find(WINDOW_HEADER) }, now);
    if (isWireError(times)) return refuse(times);
    return admit(authority, current, need, now) ?? { key, ...times, signature: mark };
  }
  const sent: SentProof = {
    key: find(KEY_HEADER),
    timestamp: find(TIMESTAMP_HEADER),
    window: find(WINDOW_HEADER),
    signature: find(SIGN_HEADER),
  };
  if (sent.key === '')
    return refuse(refusal('10001', `empty value: ${KEY_HEADER} is missing`, '40001'));
  const times =
    sent.signature === '' ? wrong(SIGN_HEADER, 'is missing: empty value') : readTimes(sent, now);
  return verifyHexProof(
    authority,
    {
      key: sent.key,
      client,
      now,
      signature: sent.signature,
      times,
      texts: () => signedTexts(sent, request),
      mark: `${method} ${target.path}`,
      refused: (text) => refusal('10004', `error sign! ${text}`.trim(), '40009'),
    },
    need,
  );
};

function readTimes(
  { timestamp, window }: Pick<SentProof, 'timestamp' | 'window'>,
  now: Millis,
): HexProof['times'] {
  if (!/^\d{1,16}$/.test(timestamp)) return wrong(TIMESTAMP_HEADER, 'is missing or malformed');
  if (window !== '' && !/^\d{1,9}$/.test(window)) return wrong(WINDOW_HEADER, 'is malformed');
  const length = Math.min(WINDOW_MAX_MILLIS, Number(window || WINDOW_USUAL_MILLIS));
  const sentAt = millis(Number(timestamp));
  if (sentAt < now + AHEAD_MAX_MILLIS && now - sentAt <= length)
    return { timestamp: sentAt, until: millis(sentAt + length) };
  const clock = `req_timestamp[${sentAt}],server_timestamp[${now}],recv_window[${length}]`;
  return refusal('10002', `The request time exceeds the time window range: ${clock}`, '40008');
}

/** Bodies are signed as sent; some clients sign a query before it is escaped. */
function signedTexts(
  { timestamp, key, window }: SentProof,
  { method, target, body }: ArrivedRequest,
): readonly string[] {
  const head = timestamp + key + window;
  if (method !== 'GET') return [head + (body?.toString('latin1') ?? '')];
  const { query } = target;
  return [query, ...decoded(query)].map((text) => head + text);
}

/** An escaped mark, decoded, would pass for that of another query. */
const MARKS = /%(?:25|26|2b|3d)/i;

function decoded(query: string): readonly string[] {
  if (!query.includes('%') || MARKS.test(query)) return [];
  try {
    return [Buffer.from(decodeURIComponent(query), 'utf8').toString('latin1')];
  } catch {
    return [];
  }
}
