/** The login of a browser, and errors for frames written for another exchange’s interface. */
import { both, type ErrorDetail, type WireError, wireError } from './errors.ts';
import { isJsonObject, isNumberText, type Json, type JsonObject, readJson } from './json.ts';

/** The words of a dialect's frames. */
export interface FrameWords {
  /** The field that names the request, such as `event` or `method`. */
  readonly field: string;
  /** The values that the field may have. */
  readonly wants: readonly string[];
  /** An example of a correct subscription, by socket. */
  readonly subscribe: Readonly<Record<SocketKind, object>>;
  readonly ping: object;
  readonly pong: object;
}

export type SocketKind = 'public' | 'private';

/** The names of that field in other interfaces. */
const FOREIGN_WORDS = ['op', 'method', 'event', 'action', 'cmd', 'req', 'type'] as const;

/** Returns the allowed values, or a correct frame if the field has a foreign name. */
export function frameFault(frame: JsonObject, words: FrameWords, socket: SocketKind): ErrorDetail {
  const { field, wants } = words;
  if (frame.has(field)) {
    const listed = wants.join(', ');
    return { field, detail: { en: `one of ${listed}`, zh: `可选值为${listed}` } };
  }
  const foreign = FOREIGN_WORDS.find((word) => frame.has(word));
  if (foreign === undefined) return { field };
  const shown = JSON.stringify(beatMeant(frame.get(foreign), words) ?? words.subscribe[socket]);
  return {
    field,
    detail: {
      en: `${foreign} is unknown, a frame reads ${shown}`,
      zh: `不支持${foreign}，格式为${shown}`,
    },
  };
}

const FRAME_LENGTH_MAX = 4_096;

/** The object that a frame is, or what is wrong with it. */
export function readFrameText(text: string, words: FrameWords): JsonObject | WireError {
  if (text.length > FRAME_LENGTH_MAX)
    return wrong(`a frame has at most ${FRAME_LENGTH_MAX} characters`);
  const reading = readJson(text);
  if (!reading.ok)
    return (
      bareWordFault(text, words) ??
      wrong(`${reading.fault.problem} at character ${reading.fault.at}`)
    );
  return isJsonObject(reading.value) ? reading.value : wrong('a frame is a JSON object');
}

/** The id of a request. It is returned as it was sent: as a number or as a text. */
export type FrameId = string | number | null;

const ID_LENGTH_MAX = 64;

export function frameIdOf(sent: Json | undefined): FrameId {
  if (typeof sent === 'string') return sent.slice(0, ID_LENGTH_MAX);
  if (!isNumberText(sent)) return null;
  const id = Number(sent.number);
  return Number.isSafeInteger(id) ? id : sent.number.slice(0, ID_LENGTH_MAX);
}

/** Returns an error for a bare `ping` or `pong`, which some interfaces use. */
function bareWordFault(text: string, words: FrameWords): WireError | undefined {
  const beat = beatMeant(text, words);
  if (beat === undefined) return undefined;
  const shown = JSON.stringify(beat);
  return wireError('40017', { detail: { en: `a frame reads ${shown}`, zh: `格式为${shown}` } });
}

function beatMeant(said: unknown, { ping, pong }: FrameWords): object | undefined {
  const word = typeof said === 'string' ? said.trim().toLowerCase() : '';
  return word === 'ping' ? ping : word === 'pong' ? pong : undefined;
}

/**
 * The first frame of a browser on a private socket. Browsers cannot send headers with a handshake,
 * so they ask for a subprotocol of this name and send the values of the headers in a frame.
 */
export const LOGIN_PROTOCOL = 'perpetua.login';

/** The headers of a handshake, under their names. */
export interface LoginHeaders {
  readonly 'access-key': string;
  readonly 'access-sign': string;
  readonly 'access-timestamp': string;
  readonly 'access-passphrase': string;
}

const LENGTH_MAX = 2_048;

/** Returns the headers. A missing field is empty; the check of the headers names it. */
export function parseLoginFrame(text: string): LoginHeaders | WireError {
  if (text.length > LENGTH_MAX) return wrong(`a login has at most ${LENGTH_MAX} characters`);
  const reading = readJson(text);
  if (!reading.ok) return wrong(`${reading.fault.problem} at character ${reading.fault.at}`);
  const { value } = reading;
  if (!isJsonObject(value) || value.get('event') !== 'login')
    return wrong('the first frame must be a login');
  const textOf = (name: string): string => {
    const field = value.get(name);
    return typeof field === 'string' ? field : '';
  };
  return {
    'access-key': textOf('key'),
    'access-sign': textOf('sign'),
    'access-timestamp': textOf('timestamp'),
    'access-passphrase': textOf('passphrase'),
  };
}

const wrong = (problem: string): WireError => wireError('40017', { detail: both(problem) });

export const loggedInFrame = { event: 'loggedIn' } as const;
