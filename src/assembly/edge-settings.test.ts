import { expect, test } from 'vitest';
import { readSettings } from '../cli/settings/read-settings.ts';
import { edgeSettingsOf, socketSettingsOf } from './edge-settings.ts';

function settingsOf(...args: string[]) {
  const outcome = readSettings({ args, environment: {}, readText: () => undefined });
  if ('faults' in outcome) throw new Error(outcome.faults.join('\n'));
  return outcome.settings;
}

const failedProofs = (...args: string[]): number =>
  edgeSettingsOf(settingsOf(...args)).limits.penalties.authFailuresMax;

test('[CLI-11] a sandbox bears with many wrong signatures, a competition with few', () => {
  expect(failedProofs()).toBe(1_000);
  expect(failedProofs('--sandbox', 'off')).toBe(20);
  expect(failedProofs('--failed-proofs', '7')).toBe(7);
  expect(failedProofs('--sandbox', 'off', '--failed-proofs', '500')).toBe(500);
});

test.each([
  ['2000', '30', { weight: 2, orders: 3 }],
  ['500', '5', { weight: 1, orders: 1 }],
])('[CLI-11] [BNC-17] weight %s and %s orders widen what dialects tell, or leave it', (...row) => {
  const [weight, orders, times] = row;
  const settings = settingsOf('--address-weight', weight, '--orders-per-second', orders);
  expect(edgeSettingsOf(settings).limits.windowTimes).toEqual(times);
});

test('[CLI-11] what sockets may do is chosen like everything else', () => {
  const chosen = socketSettingsOf(
    settingsOf(
      ...['--sockets-per-address', '3', '--channels-per-socket', '5'],
      ...['--subscriptions-per-hour', '3600', '--socket-attempts', '600'],
    ),
  );
  expect(chosen).toEqual({
    connectionsPerAddressMax: 3,
    channelsMax: 5,
    operations: { capacity: 3_600, refillPerSecond: 1 },
    attempts: { capacity: 600, refillPerSecond: 2 },
  });
});
