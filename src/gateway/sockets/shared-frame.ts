/**
 * One payload for many connections: encoded once for all that get it bare, and once for each name
 * under which others get it wrapped.
 */
import type { Connection } from './connection.ts';
import { jsonFrame } from './text-frame.ts';

/** Returns the bytes for a connection that subscribed under this name. */
export type FrameFor = (connection: Connection, name: string) => Buffer;

export function sharedFrame(payload: object): FrameFor {
  let bare: Buffer | undefined;
  let wrapped: Map<string, Buffer> | undefined;
  return ({ isCombined, dialect }, name) => {
    if (!isCombined) {
      bare ??= jsonFrame(payload);
      return bare;
    }
    wrapped ??= new Map();
    const known = wrapped.get(name);
    if (known !== undefined) return known;
    const frame = jsonFrame(dialect.combine(name, payload));
    wrapped.set(name, frame);
    return frame;
  };
}
