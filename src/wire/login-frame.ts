/**
 * The first frame of a browser on a private socket. Browsers cannot send headers with a handshake,
 * so they ask for a subprotocol of this name and send the values of the headers in a frame.
 */
import { both, type WireError, wireError } from './errors.ts';
import { isJsonObject, readJson } from './json.ts';

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
