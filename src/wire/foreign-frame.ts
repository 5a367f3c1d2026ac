/** A frame in the words of another interface: the answer shows one in those of this. */
import { type ErrorDetail, type WireError, wireError } from './errors.ts';
import type { JsonObject } from './json.ts';

/** How a dialect words its frames. */
export interface FrameWords {
  /** The field that says what a frame wants. */
  readonly field: string;
  /** All it may want. */
  readonly wants: readonly string[];
  /** A subscription that would be right on the socket. */
  readonly subscribe: Readonly<Record<SocketKind, object>>;
  readonly ping: object;
  readonly pong: object;
}

export type SocketKind = 'public' | 'private';

/** What other interfaces call the field that says what a frame wants. */
const FOREIGN_WORDS = ['op', 'method', 'event', 'action', 'cmd', 'req', 'type'] as const;

/** What a frame may want, or, where another word stands for that field, a right frame. */
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

/** For who sends the bare word, as some interfaces have it. */
export function bareWordFault(text: string, words: FrameWords): WireError | undefined {
  const beat = beatMeant(text, words);
  if (beat === undefined) return undefined;
  const shown = JSON.stringify(beat);
  return wireError('40017', { detail: { en: `a frame reads ${shown}`, zh: `格式为${shown}` } });
}

function beatMeant(said: unknown, { ping, pong }: FrameWords): object | undefined {
  const word = typeof said === 'string' ? said.trim().toLowerCase() : '';
  return word === 'ping' ? ping : word === 'pong' ? pong : undefined;
}
