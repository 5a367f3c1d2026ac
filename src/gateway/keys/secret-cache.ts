/**
 * Opened secrets, only while their keys are in use and outside of the JavaScript heap: a key object
 * is wiped when it is dropped, and with it a signature costs a sixth of what it does with bytes.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Monotonic } from '../../domain/units.ts';

export interface SecretCache {
  /** Opens it where it is not open yet. */
  readonly get: (name: string, now: Monotonic, open: () => Buffer) => KeyObject;
  readonly forget: (name: string) => void;
  readonly size: () => number;
}

interface Opened {
  readonly key: KeyObject;
  usedAt: number;
}

export function createSecretCache(idleMillis: number): SecretCache {
  const opened = new Map<string, Opened>();
  let sweptAt = 0;
  const sweep = (now: Monotonic): void => {
    sweptAt = now;
    for (const [name, { usedAt }] of opened) if (now - usedAt >= idleMillis) opened.delete(name);
  };
  return {
    get: (name, now, open) => {
      if (now - sweptAt >= idleMillis) sweep(now);
      const found = opened.get(name);
      if (found !== undefined) {
        found.usedAt = now;
        return found.key;
      }
      const bytes = open();
      const key = createSecretKey(bytes);
      bytes.fill(0);
      opened.set(name, { key, usedAt: now });
      return key;
    },
    forget: (name) => opened.delete(name),
    size: () => opened.size,
  };
}
