/**
 * Opened secrets, only while their keys are in use, and wiped when they are dropped. Plain bytes: a
 * key object would cost more on every request than the signature itself.
 */
import type { Millis } from '../../domain/units.ts';

export interface SecretCache {
  /** Opens it where it is not open yet. */
  readonly get: (name: string, now: Millis, open: () => Buffer) => Buffer;
  readonly forget: (name: string) => void;
  readonly size: () => number;
}

interface Opened {
  readonly bytes: Buffer;
  usedAt: number;
}

export function createSecretCache(idleMillis: number): SecretCache {
  const opened = new Map<string, Opened>();
  let sweptAt = 0;
  const forget = (name: string): void => {
    opened.get(name)?.bytes.fill(0);
    opened.delete(name);
  };
  const sweep = (now: Millis): void => {
    sweptAt = now;
    for (const [name, { usedAt }] of opened) if (now - usedAt >= idleMillis) forget(name);
  };
  return {
    get: (name, now, open) => {
      if (now - sweptAt >= idleMillis) sweep(now);
      const found = opened.get(name);
      if (found !== undefined) {
        found.usedAt = now;
        return found.bytes;
      }
      const bytes = open();
      opened.set(name, { bytes, usedAt: now });
      return bytes;
    },
    forget,
    size: () => opened.size,
  };
}
