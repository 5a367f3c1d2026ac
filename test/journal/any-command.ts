/** Commands of every kind with fields of every shape, possible ones and absurd ones. */
import fc from 'fast-check';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Batch, Command } from '../../src/domain/command.ts';
import {
  CANCEL_SCOPE_FIELD,
  CLIENT_IDS_FIELD,
  DUTY_FIELD,
  EFFECT_FIELD,
  MARGIN_MODE_FIELD,
  POSITION_MODE_FIELD,
  POSITION_SIDE_FIELD,
  PRICE_MATCH_FIELD,
  SELF_TRADE_FIELD,
  TIME_IN_FORCE_FIELD,
  type WordField,
} from '../../src/journal/kind-codes.ts';
import { exampleContracts } from '../kit/contracts.ts';

type Plain = Exclude<Command, Batch>;
type Kind = Plain['kind'];

/** Numbers that a compact command must keep even where the engine will refuse them. */
const anyNumber = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 1_000_000 }) },
  { weight: 2, arbitrary: fc.maxSafeNat() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, 63, 64, 127, 128, 2 ** 27, 2 ** 28, 2 ** 31, 2 ** 32),
  },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer() },
);
/** JSON keeps all but these. */
const jsonNumber = anyNumber.filter((value) => Number.isFinite(value) && !Object.is(value, -0));
const anyMoney = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
const anyText = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.array(fc.nat(65_535), { maxLength: 50 }).map((units) => String.fromCharCode(...units)),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

/** Plain objects, as commands are. */
const recordOf = <T extends object>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record<T>(fields, { noNullPrototype: true });

/** From the lists that are stored by place: a word that is added there is tried here. */
const wordOf = ({ words }: WordField) => fc.constantFrom(...words);
const side = wordOf(POSITION_SIDE_FIELD);
const effect = wordOf(EFFECT_FIELD);
const mode = wordOf(MARGIN_MODE_FIELD);
const source = fc.constantFrom('last', 'mark', 'index');
const target = fc.oneof(
  recordOf({ by: fc.constant('id'), order: anyNumber }),
  recordOf({ by: fc.constant('client-order-id'), clientOrderId: anyText }),
);
const jsonTarget = fc.oneof(
  recordOf({ by: fc.constant('id'), order: jsonNumber }),
  recordOf({ by: fc.constant('client-order-id'), clientOrderId: anyText }),
);
const terms = recordOf({
  ...Object.fromEntries(
    ['makerFee', 'takerFee', 'leverageMax'].map((field) => [field, orNull(jsonNumber)]),
  ),
  contracts: orNull(fc.array(jsonNumber, { maxLength: 5 })),
  team: orNull(anyText),
  selfTrade: fc.constant(DEFAULT_TERMS.selfTrade),
});
const rules = recordOf({
  name: anyText,
  ...Object.fromEntries(
    [
      'startAt',
      'endAt',
      'leverageMax',
      'makerFee',
      'takerFee',
      'roundTripsMin',
      'activeDaysMin',
      'leaderboardDelay',
      'leaderboardFreeze',
    ].map((field) => [field, jsonNumber]),
  ),
  wallet: anyMoney,
  testWallet: anyMoney,
  positionValueMax: anyMoney,
  contracts: fc.array(jsonNumber, { maxLength: 8 }),
  matching: fc.constantFrom('open', 'house-only'),
  requiresAiLog: fc.boolean(),
});
/** Each of them is there or not. */
const someOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { noNullPrototype: true, requiredKeys: [] });

/** The compact form keeps every number, JSON only those it can. */
const optionsOf = (number: fc.Arbitrary<number>) => ({
  positionMode: wordOf(POSITION_MODE_FIELD),
  selfTrade: wordOf(SELF_TRADE_FIELD),
  priceMatch: recordOf({ of: wordOf(PRICE_MATCH_FIELD), level: number }),
  expiresAt: number,
  clientIds: wordOf(CLIENT_IDS_FIELD),
});
const triggerOptions = someOf({
  ...optionsOf(jsonNumber),
  direction: fc.constantFrom('rising', 'falling'),
  timeInForce: wordOf(TIME_IN_FORCE_FIELD),
  trailing: recordOf({ callback: jsonNumber, activation: orNull(jsonNumber) }),
  priceProtect: fc.constant(true),
  replaces: fc.constant(false),
});

const account = jsonNumber;
const contract = jsonNumber;

/** One per kind, by the compiler's word: a new kind without a row here does not compile. */
const FIELDS: Record<Kind, Record<string, fc.Arbitrary<unknown>>> = {
  'advance-clock': {},
  'set-index-price': { contract: anyNumber, price: anyNumber },
  'place-order': {
    account: anyNumber,
    contract: anyNumber,
    positionSide: side,
    effect,
    size: anyNumber,
    price: orNull(anyNumber),
    timeInForce: wordOf(TIME_IN_FORCE_FIELD),
    clientOrderId: orNull(anyText),
    takeProfit: orNull(anyNumber),
    stopLoss: orNull(anyNumber),
    marginMode: orNull(mode),
  },
  'cancel-order': { account: anyNumber, target },
  'amend-order': { account: anyNumber, target, size: orNull(anyNumber), price: orNull(anyNumber) },
  'cancel-all-orders': {
    account: anyNumber,
    contract: orNull(anyNumber),
    scope: wordOf(CANCEL_SCOPE_FIELD),
  },
  'list-contract': { contract: fc.constant(exampleContracts([{}])[0]) },
  'halt-contract': { contract },
  'resume-contract': { contract },
  'open-account': { role: fc.constantFrom('trader', 'house'), terms },
  'set-account-terms': { account, terms },
  'set-account-status': {
    account,
    status: fc.constantFrom('active', 'frozen', 'disqualified', 'closed'),
    note: anyText,
  },
  deposit: { account, amount: anyMoney },
  withdraw: { account, amount: anyMoney },
  'reset-account': { account, wallet: anyMoney },
  'set-leverage': {
    account,
    contract,
    marginMode: mode,
    longLeverage: jsonNumber,
    shortLeverage: jsonNumber,
  },
  'set-margin-mode': { account, contract, marginMode: mode },
  'adjust-isolated-margin': { account, contract, positionSide: side, amount: anyMoney },
  'set-auto-top-up': { account, contract, positionSide: side, enabled: fc.boolean() },
  'place-trigger': {
    account,
    contract,
    purpose: fc.constantFrom('plan', 'take-profit', 'stop-loss'),
    positionSide: side,
    effect,
    size: orNull(jsonNumber),
    triggerPrice: jsonNumber,
    triggerSource: source,
    price: orNull(jsonNumber),
    clientOrderId: orNull(anyText),
    marginMode: orNull(mode),
  },
  'amend-trigger': {
    account,
    target: jsonTarget,
    triggerPrice: jsonNumber,
    triggerSource: source,
    price: orNull(jsonNumber),
  },
  'set-countdown': { account, contract, millis: jsonNumber },
  'set-position-mode': { account, mode: wordOf(POSITION_MODE_FIELD) },
  'close-positions': { account, contract: orNull(contract) },
  'open-season': { season: jsonNumber, rules },
  'change-season-rules': { season: jsonNumber, rules },
  'enrol-team': { season: jsonNumber, team: anyText },
  'leave-season': { season: jsonNumber, account },
  'reset-season': { season: jsonNumber },
  'start-season': { season: jsonNumber },
  'end-season': { season: jsonNumber, reason: orNull(anyText) },
  'close-season': { season: jsonNumber },
  'sanction-account': {
    account,
    step: fc.constantFrom('warn', 'throttle', 'freeze', 'disqualify', 'reinstate'),
    reason: anyText,
    actor: anyText,
    evidence: anyText,
  },
  'record-note': { actor: anyText, topic: anyText, text: anyText },
  'market-beat': {
    beat: anyNumber,
    memories: fc.array(recordOf({ slot: anyNumber, bytes: fc.uint8Array({ maxLength: 200 }) }), {
      maxLength: 9,
    }),
  },
  'begin-batch': {
    session: fc
      .uint8Array({ minLength: 8, maxLength: 8 })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
    number: anyNumber,
    sentAt: anyNumber,
    position: anyNumber,
    count: anyNumber,
  },
  'take-duty': { duty: wordOf(DUTY_FIELD), holder: anyText, term: jsonNumber },
  'mark-state': { seq: jsonNumber, hash: anyText, chain: anyText },
};

/** Fields that a command of the kind may carry or not. */
const OPTIONAL: Partial<Record<Kind, Record<string, fc.Arbitrary<unknown>>>> = {
  'place-order': { options: someOf(optionsOf(anyNumber)) },
  'amend-order': {
    priceMatch: recordOf({ of: wordOf(PRICE_MATCH_FIELD), level: anyNumber }),
  },
  'open-account': { positionMode: wordOf(POSITION_MODE_FIELD) },
  'place-trigger': { options: triggerOptions },
};

export const PLAIN_KINDS = Object.keys(FIELDS) as Kind[];

export const commandOf = (kind: Kind): fc.Arbitrary<Plain> =>
  fc.record<Record<string, unknown>>(
    { kind: fc.constant(kind), ...FIELDS[kind], ...OPTIONAL[kind] },
    { noNullPrototype: true, requiredKeys: ['kind', ...Object.keys(FIELDS[kind])] },
  ) as unknown as fc.Arbitrary<Plain>;

export const plainCommand: fc.Arbitrary<Plain> = fc.oneof(...PLAIN_KINDS.map(commandOf));

export const batchCommand: fc.Arbitrary<Batch> = recordOf({
  kind: fc.constant('batch' as const),
  commands: fc.array(plainCommand, { maxLength: 8 }),
});

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(plainCommand, batchCommand);
