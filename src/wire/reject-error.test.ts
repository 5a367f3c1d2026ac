import { expect, test } from 'vitest';
import { exampleContract, shippedContracts } from '../../test/kit/contracts.ts';
import { createDriver, rejectOf, usdt } from '../../test/kit/driver.ts';
import type { Command } from '../domain/command.ts';
import { accountId, contractId, orderId } from '../domain/ids.ts';
import type { Reject } from '../domain/reject.ts';
import { money, ticks } from '../domain/units.ts';
import { rejectError } from './reject-error.ts';

const btc = exampleContract();
const marginWords = { cross: '1', isolated: '3' };
const usd = usdt;
const placing = (positionSide: 'long' | 'short'): Command => {
  const { driver, trader } = scene();
  driver.place(trader, `open ${positionSide}`, 1, 900_000);
  return driver.entries.at(-1)!.command;
};

function scene() {
  const driver = createDriver([btc]);
  return { driver, trader: driver.trader(1_000) };
}

const told = (reject: Reject, command: Command | null = null): string => {
  const { status, code, text } = rejectError(reject, { contract: btc, command, marginWords });
  return `${status} ${code} ${text.en}`;
};

/** One of each reason, as the engine makes it. */
const TEXTS: readonly (readonly [Reject, string])[] = [
  [
    { reason: 'account-unknown', given: 1_009 },
    '403 50004 The account may not access this API: account 1009 does not exist',
  ],
  [{ reason: 'account-frozen' }, '403 40013 Account frozen'],
  [
    { reason: 'account-liquidating' },
    '400 40015 FAILED_PRECONDITION: The account is being liquidated, try again shortly',
  ],
  [{ reason: 'account-disqualified' }, '403 40013 Account frozen: the account is disqualified'],
  [{ reason: 'account-closed' }, '403 40013 Account frozen: the account is closed'],
  [
    { reason: 'account-role-forbidden', given: 'treasury' },
    '403 50004 The account may not access this API: not for a treasury account',
  ],
  [
    { reason: 'account-not-empty', given: usd('3.5') },
    '400 40015 FAILED_PRECONDITION: The account still holds positions or money. ' +
      "Current balance is '3.50000000'",
  ],
  [
    { reason: 'amount-invalid', given: 0n },
    "400 40015 INVALID_ARGUMENT: The amount is not allowed. Current amount is '0.00000000'",
  ],
  [
    { reason: 'amount-above-available', given: usd('5'), limit: usd('2') },
    '400 40015 FAILED_PRECONDITION: Move margin available amount not enough. ' +
      "Required '5.00000000', available '2.00000000'",
  ],
  [
    { reason: 'account-enrolled', given: 1 },
    '403 50004 The account may not access this API: season 1 decides about the money, terms and ' +
      'status of its accounts',
  ],
  [
    { reason: 'account-not-enrolled', given: 1_009 },
    "400 40015 FAILED_PRECONDITION: The account '1009' is not enrolled in the season",
  ],
  [
    { reason: 'position-value-limit', given: usd('30000.5'), limit: usd('30000') },
    '400 40015 FAILED_PRECONDITION: The position value must be less than or equal to ' +
      "'30000.00000000' in this season. It would be '30000.50000000'",
  ],
  [
    { reason: 'sanction-stands', given: 'throttle', limit: 'frozen' },
    "400 40015 FAILED_PRECONDITION: The sanction 'throttle' is no step up: it stands at 'frozen'",
  ],
  [
    { reason: 'sanction-text-invalid', given: 'reason', limit: 500 },
    '400 40015 INVALID_ARGUMENT: The reason must be a text of 1 to 500 characters',
  ],
  [
    { reason: 'season-empty', given: 0 },
    "400 40015 FAILED_PRECONDITION: The season has no account to reset. Accounts enrolled: '0'",
  ],
  [
    { reason: 'season-full', given: 5_000, limit: 5_000 },
    "400 40015 FAILED_PRECONDITION: The season takes at most '5000' accounts",
  ],
  [
    { reason: 'season-in-progress', given: 2 },
    "400 40015 FAILED_PRECONDITION: Season '2' is not closed yet",
  ],
  [
    { reason: 'season-not-started', given: 0, limit: 1_767_225_600_000 },
    '403 50004 The account may not access this API: opening orders are taken from the start of ' +
      'the season, 2026-01-01T00:00:00.000Z',
  ],
  [
    { reason: 'season-over', given: 0, limit: 1_767_225_600_000 },
    '403 50004 The account may not access this API: no opening orders after the end of the ' +
      'season, 2026-01-01T00:00:00.000Z',
  ],
  [
    { reason: 'season-phase', given: 'active', limit: 'enrolling or ready' },
    '400 40015 FAILED_PRECONDITION: The season is active; this needs one that is ' +
      'enrolling or ready',
  ],
  [
    { reason: 'season-rules-invalid', given: 'leverageMax', limit: '1 to 1000' },
    "400 40015 INVALID_ARGUMENT: The rule leverageMax is not allowed. The limit is '1 to 1000'",
  ],
  [
    { reason: 'season-times-invalid', given: 5, limit: 6 },
    '400 40015 INVALID_ARGUMENT: A season ends after it starts and after now, starts after the ' +
      "one before it, and takes at most a year. Current value is '5', the limit is '6'",
  ],
  [
    { reason: 'season-too-early', given: 0, limit: 1_767_225_600_000 },
    '400 40015 FAILED_PRECONDITION: It is too early: the time of the rules is ' +
      '2026-01-01T00:00:00.000Z',
  ],
  [
    { reason: 'season-unknown', given: 7, limit: 1 },
    "400 40015 INVALID_ARGUMENT: There is no season '7'. The limit is '1'",
  ],
  [
    { reason: 'team-enrolled', given: 'Foxes' },
    "400 40015 FAILED_PRECONDITION: The team 'Foxes' is enrolled already",
  ],
  [
    { reason: 'team-name-invalid', given: '', limit: 40 },
    "400 40015 INVALID_ARGUMENT: The team name must have 1 to 40 characters, not ''",
  ],
  [
    { reason: 'batch-too-large', given: 5_001, limit: 5_000 },
    "400 40015 INVALID_ARGUMENT: The batch limit exceed. At most '5000', not '5001'",
  ],
  [
    { reason: 'client-order-id-invalid', given: 'ä', limit: 40 },
    '400 40020 Parameter client_oid is invalid: 1 to 40 of letters, digits and . _ : # / -',
  ],
  [
    { reason: 'client-order-id-taken', given: 'test', order: orderId(42) },
    "400 40015 INVALID_ARGUMENT: Duplicate client_oid 'test', it belongs to order 42",
  ],
  [
    { reason: 'close-size-locked', given: 300, limit: 100, order: orderId(42) },
    "400 40015 FAILED_PRECONDITION: position side invalid. The close size '0.0300' is greater " +
      "than the closable size '0.0100', order 42 holds the rest",
  ],
  [
    { reason: 'contract-exists', given: 'cmt_btcusdt' },
    "400 40015 FAILED_PRECONDITION: The contract 'cmt_btcusdt' is already listed",
  ],
  [
    { reason: 'contract-halted', given: 'cmt_btcusdt' },
    "400 40015 FAILED_PRECONDITION: The symbol 'cmt_btcusdt' is not open for trading",
  ],
  [
    { reason: 'contract-not-permitted', given: 'cmt_solusdt' },
    '403 50003 The account may not trade this symbol: cmt_solusdt',
  ],
  [
    { reason: 'contract-terms-unsound', given: 'tier 1: caps must rise' },
    '400 40015 INVALID_ARGUMENT: The contract terms are unsound: tier 1: caps must rise',
  ],
  [{ reason: 'contract-unknown', given: 9 }, '400 40020 Parameter symbol is invalid'],
  [
    { reason: 'fee-rate-invalid', given: 9_000, limit: 800 },
    '400 40015 INVALID_ARGUMENT: The fee rate does not fit the contracts. ' +
      "Current rate is '0.009', the limit is '0.0008'",
  ],
  [{ reason: 'nonce-invalid' }, '400 40015 INVALID_ARGUMENT: Invalid nonce: duplicate nonce'],
  [
    { reason: 'note-too-long', given: 501, limit: 500 },
    "400 40015 INVALID_ARGUMENT: The note has a part of 501 characters, the limit is '500'",
  ],
  [{ reason: 'duty-held', given: 'market' }, "400 40015 FAILED_PRECONDITION: 'market' is held"],
  [{ reason: 'duty-term-wrong', limit: 4 }, "400 40015 FAILED_PRECONDITION: The term is '4'"],
  [
    { reason: 'index-missing', given: 'cmt_btcusdt' },
    "400 40015 FAILED_PRECONDITION: The symbol 'cmt_btcusdt' has no price yet",
  ],
  [
    { reason: 'index-stale', given: 'cmt_btcusdt' },
    "400 40015 FAILED_PRECONDITION: The index price of 'cmt_btcusdt' is out of date",
  ],
  [
    { reason: 'isolated-margin-too-thin', given: usd('1'), limit: usd('2') },
    "400 40015 FAILED_PRECONDITION: The isolated margin '1.00000000' is not above the " +
      "maintenance requirement '2.00000000'",
  ],
  [
    { reason: 'leverage-above-cap', given: 50, limit: 20 },
    '400 50007 The leverage is above the limit: at most 20, not 50',
  ],
  [
    { reason: 'leverage-invalid', given: 0, limit: 1 },
    "400 40015 INVALID_ARGUMENT: The leverage must be a whole number of at least '1'. " +
      "Current leverage is '0'",
  ],
  [
    { reason: 'leverage-open-orders', given: 3 },
    '400 40015 FAILED_PRECONDITION: The leverage cannot be changed while there are open orders ' +
      "on the symbol. Current number of open orders is '3'",
  ],
  [
    { reason: 'leverage-sides-differ', given: 10, limit: 20 },
    "400 40015 INVALID_ARGUMENT: The longLeverage '10' and shortLeverage '20' must be equal in " +
      'cross margin',
  ],
  [
    { reason: 'margin-insufficient', given: usd('507.93'), limit: usd('100') },
    '400 40015 FAILED_PRECONDITION: The order margin available amount not enough. ' +
      "Required '507.93000000', available '100.00000000'",
  ],
  [
    { reason: 'margin-mode-in-use', given: 'isolated', limit: 'cross' },
    '400 40015 FAILED_PRECONDITION: The margin mode cannot be changed while there are positions ' +
      "or open orders on the symbol. Current margin mode is '1'",
  ],
  [
    { reason: 'margin-mode-orders', given: 'isolated', limit: 'cross' },
    '400 40015 FAILED_PRECONDITION: The margin mode cannot be changed while there are positions ' +
      "or open orders on the symbol. Current margin mode is '1'",
  ],
  [
    { reason: 'margin-mode-mismatch', given: 'isolated', limit: 'cross' },
    '400 40020 Parameter marginMode is invalid: the symbol is in margin mode 1, not 3',
  ],
  [
    { reason: 'margin-removal-too-large', given: usd('5'), limit: usd('2') },
    '400 40015 FAILED_PRECONDITION: Move margin available amount not enough. ' +
      "Required '5.00000000', available '2.00000000'",
  ],
  [
    { reason: 'market-size-above-maximum', given: 2_000_000, limit: 1_000_000 },
    "400 40015 INVALID_ARGUMENT: The market order size must be less than or equal to '100.0000'. " +
      "Current size is '200.0000'",
  ],
  [
    { reason: 'order-not-open', order: orderId(42) },
    '400 40015 FAILED_PRECONDITION: The order 42 is not open for changes',
  ],
  [{ reason: 'order-unknown', given: 42 }, '404 50005 Order does not exist'],
  [
    { reason: 'orders-too-many', given: 200, limit: 200 },
    '400 40015 FAILED_PRECONDITION: The open orders on the symbol limit exceed. ' +
      "At most '200', now '200'",
  ],
  [
    { reason: 'position-limit', given: 20_000_001, limit: 20_000_000 },
    '400 40015 FAILED_PRECONDITION: The position size must be less than or equal to ' +
      "'2000.0000'. With this order it would be '2000.0001'",
  ],
  [
    { reason: 'position-missing', given: 'long' },
    '400 40015 FAILED_PRECONDITION: position side invalid. There is no LONG position on the symbol',
  ],
  [
    { reason: 'position-not-isolated' },
    '400 40015 FAILED_PRECONDITION: The position is not in isolated margin mode',
  ],
  [
    { reason: 'post-only-would-take', given: 900_100, limit: 900_000 },
    "400 40015 FAILED_PRECONDITION: The post only order price '90010.0' would take the best " +
      "price '90000.0'",
  ],
  [
    { reason: 'preset-on-close' },
    '400 40015 INVALID_ARGUMENT: The order open tp and sl params are only for orders that open ' +
      'a position',
  ],
  [
    { reason: 'price-invalid', given: '90755.35', limit: '0.1' },
    '400 40015 INVALID_ARGUMENT: The order price must be greater than 0 and matches the stepSize ' +
      "'0.1' requirement. Current price is '90755.35'",
  ],
  [
    { reason: 'price-too-far', given: 9_000_001, limit: 9_000_000 },
    "400 40015 INVALID_ARGUMENT: The order price must be less than or equal to '900000.0', ten " +
      "times the mark price. Current price is '900000.1'",
  ],
  [
    { reason: 'size-above-maximum', given: 12_000_001, limit: 12_000_000 },
    "400 40015 INVALID_ARGUMENT: The order size must be less than or equal to '1200.0000'. " +
      "Current size is '1200.0001'",
  ],
  [
    { reason: 'size-below-minimum', given: 1, limit: 10 },
    "400 40015 INVALID_ARGUMENT: The order size must be greater than or equal to '0.0010'. " +
      "Current size is '0.0001'",
  ],
  [
    { reason: 'size-invalid', given: '0.00015', limit: '0.0001' },
    '400 40015 INVALID_ARGUMENT: The order size must be greater than 0 and matches the stepSize ' +
      "'0.0001' requirement. Current size is '0.00015'",
  ],
  [
    { reason: 'stop-loss-invalid', given: '1.05' },
    '400 40015 INVALID_ARGUMENT: The order open sl param triggerPrice must be greater than 0 and ' +
      "matches the stepSize '0.1' requirement. Current order open sl param triggerPrice is '1.05'",
  ],
  [
    { reason: 'take-profit-invalid', given: '1.05' },
    '400 40015 INVALID_ARGUMENT: The order open tp param triggerPrice must be greater than 0 and ' +
      "matches the stepSize '0.1' requirement. Current order open tp param triggerPrice is '1.05'",
  ],
  [
    { reason: 'tier-limit', given: usd('60000'), limit: usd('50000') },
    '400 40015 FAILED_PRECONDITION: The position value must be less than or equal to ' +
      "'50000.00000000' at this leverage. It would be '60000.00000000'",
  ],
  [
    { reason: 'trigger-already-satisfied', given: 890_000, limit: 880_000.25 },
    "400 40015 INVALID_ARGUMENT: The order trigger price '89000.0' is already reached. " +
      "Current price is '88000.025'",
  ],
  [
    { reason: 'trigger-price-invalid', given: '1.05', limit: '0.1' },
    '400 40015 INVALID_ARGUMENT: The order trigger price must be greater than 0 and matches the ' +
      "stepSize '0.1' requirement. Current trigger price is '1.05'",
  ],
  [
    { reason: 'triggers-too-many', given: 50, limit: 50 },
    '400 40015 FAILED_PRECONDITION: The plan orders on the symbol limit exceed. ' +
      "At most '50', now '50'",
  ],
];

test.each(TEXTS)('[WIRE-12] $reason', (reject, text) => {
  expect(told(reject)).toBe(text);
  const { zh } = rejectError(reject, { contract: btc, command: null, marginWords }).text;
  expect(zh).toMatch(/[\u4e00-\u9fff]/);
  // Bots look for these words whatever the language.
  const spoken = text.slice('400 40015 '.length);
  if (text.startsWith('400 40015')) expect(zh.startsWith(spoken)).toBe(true);
});

test.each([
  ['take-profit-wrong-side', 'long', 'buy long order take profit', 'greater', 'tp'],
  ['take-profit-wrong-side', 'short', 'sell short order take profit', 'less', 'tp'],
  ['stop-loss-wrong-side', 'long', 'buy long order stop loss', 'less', 'sl'],
  ['stop-loss-wrong-side', 'short', 'sell short order stop loss', 'greater', 'sl'],
] as const)('[WIRE-12] %s of a %s', (reason, side, order, than, exit) => {
  expect(told({ reason, given: 900_000, limit: 900_000 }, placing(side))).toBe(
    `400 40015 INVALID_ARGUMENT: The ${order} param triggerPrice must be ${than} than price ` +
      `90000.0. Current order open ${exit} param trigger price is 90000.0`,
  );
});

test('[WIRE-12] a price that is too high is not told about its step', () => {
  const high = 'The order price must be less than or equal to';
  expect(told({ reason: 'price-invalid', given: 2 ** 27, limit: 2 ** 27 - 1 })).toContain(high);
  expect(told({ reason: 'price-invalid', given: '13421772.8', limit: '13421772.7' })).toContain(
    high,
  );
  expect(told({ reason: 'price-invalid', given: 0, limit: 2 ** 27 - 1 })).toContain('stepSize');
});

test('[WIRE-12] moving margin has its own words, and a missing contract does no harm', () => {
  const command: Command = {
    kind: 'adjust-isolated-margin',
    account: accountId(1_001),
    contract: contractId(0),
    positionSide: 'long',
    amount: money(usd('5')),
  };
  const reject: Reject = { reason: 'margin-insufficient', given: usd('5'), limit: usd('2') };
  expect(told(reject, command)).toContain('Move margin available amount not enough');
  const error = rejectError({ reason: 'size-invalid', given: 0.5 }, { contract: null, command });
  expect(error.text.en).toContain("Current size is '0.5'");
});

test('[WIRE-12] what the engine really refuses reads well', () => {
  const { driver, trader } = scene();
  const refused = (): string => {
    const { command } = driver.entries.at(-1)!;
    return rejectError(reject!, { contract: btc, command }).text.en;
  };
  let reject: Reject | undefined;
  const wrongSide = { takeProfit: ticks(899_000) };
  reject = rejectOf(driver.place(trader, 'open long', 1, 900_000, wrongSide));
  expect(refused()).toBe(
    'INVALID_ARGUMENT: The buy long order take profit param triggerPrice must be greater than ' +
      'price 90000.0. Current order open tp param trigger price is 89900.0',
  );
  reject = rejectOf(driver.place(trader, 'open long', 100_000, 900_000));
  expect(refused()).toContain('FAILED_PRECONDITION: ');
  reject = rejectOf(driver.place(trader, 'close long', 1, 900_000));
  expect(refused()).toContain('position side invalid');
});

test('[WIRE-12] steps of ten and a hundred are written plainly', () => {
  const ada = shippedContracts()[5]!;
  const reject: Reject = { reason: 'size-invalid', given: '2592', limit: '10' };
  const { text } = rejectError(reject, { contract: ada, command: null });
  expect(text.en).toContain("stepSize '10' requirement. Current size is '2592'");
});
