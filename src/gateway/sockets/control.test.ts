import { expect, test } from 'vitest';
import { monotonic } from '../../domain/units.ts';
import { wireError } from '../../wire/errors.ts';
import type { ClientFrame } from '../../wire/socket-dialect.ts';
import { type ControlParts, createControl } from './control.ts';
import { DEFAULT_SOCKET_SETTINGS } from './settings.ts';

test('[SOCK-30] a frame of a thousand unknown channels costs as much as the first of them', () => {
  const asked: string[] = [];
  const told: unknown[] = [];
  const frame: ClientFrame = {
    kind: 'subscribe',
    channels: Array.from({ length: 1_000 }, (_, at) => `unknown-${at}`),
    done: {},
    refused: ({ code }) => ({ code }),
  };
  const parts: object = {
    settings: DEFAULT_SOCKET_SETTINGS,
    now: () => monotonic(0),
    connection: {
      isOpen: true,
      dialect: { readFrame: () => frame },
      peer: { locale: 'en' },
      tell: (answer: unknown) => told.push(answer),
    },
    subscriptions: {
      findFault: (_: unknown, name: string) => {
        asked.push(name);
        return wireError('40020');
      },
    },
  };
  createControl(parts as ControlParts)('{}');
  expect(asked).toEqual(['unknown-0']);
  expect(told).toEqual([{ code: '40020' }]);
});
