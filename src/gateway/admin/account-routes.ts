/** Accounts: open, list, fund, reset, freeze. */
import { DEFAULT_TERMS, FIRST_OPENED_ACCOUNT } from '../../domain/account.ts';
import { assert } from '../../domain/assert.ts';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { describeLatency } from '../../domain/latency.ts';
import { NO_MONEY } from '../../domain/units.ts';
import { LATENCY_WORDS, parseLatency } from '../../venue/latency-text.ts';
import type { AccountPicture } from '../../venue/read-account.ts';
import type { Venue } from '../../venue/venue.ts';
import { invalid } from '../../wire/caller.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { codeField, decimalField, flagField, ifSent, textField } from '../../wire/field.ts';
import { findMoney, formatMoney } from '../../wire/quantity.ts';
import { carryOutUnsigned, type Single } from '../acts/carry-out.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { PathNames } from '../router.ts';
import {
  type AdminParts,
  type AdminRoute,
  expectTrader,
  unknownAccount,
  venueRoutes,
} from './admin-route.ts';
import { issuedKey } from './key-routes.ts';

const OPEN = {
  name: textField('What people call it.', { lengthMax: 64 }),
  deposit: ifSent(
    decimalField(
      'What it starts with, in the quote currency; left out, as much as the sandbox gives.',
    ),
  ),
};
const FUND = {
  amount: decimalField('What is added, in the quote currency.'),
  own: ifSent(flagField('It may be an account of the venue itself: the house or a fund.')),
};
const RESET = { wallet: decimalField('What it has afterwards.') };
const STATUS = {
  status: codeField(['active', 'frozen', 'disqualified', 'closed'], 'The new one.'),
  note: ifSent(textField('Why.', { lengthMax: 200 })),
};

const LATENCY = { latency: textField(`Its new one: ${LATENCY_WORDS}`, { lengthMax: 500 }) };

const { get, post } = venueRoutes;

export const ACCOUNT_ROUTES: readonly AdminRoute[] = [
  get('/accounts', 'Every account with its role, status and money', {}, ({ venue, keys }) => {
    const names = namesOf(keys);
    return venue.read.account
      .list()
      .filter(({ id }) => id >= FIRST_OPENED_ACCOUNT)
      .map((account) => describe(account, names.get(account.id) ?? null));
  }),
  post(
    '/accounts',
    'Open an account, with a key and a first deposit',
    OPEN,
    (parts, { name, deposit }) => openNamed(parts, name, deposit),
  ),
  post('/accounts/:account/fund', 'Add money', FUND, ({ venue }, sent, { names }) => {
    const amount = findMoney(sent.amount);
    if (amount === undefined || amount <= NO_MONEY)
      return invalid('amount', 'must be above 0, with at most 8 decimals');
    const command = (account: AccountId): Single => ({ kind: 'deposit', account, amount });
    return changed(venue, names, command, sent.own);
  }),
  post(
    '/accounts/:account/reset',
    'Cancel its orders, clear its positions, leave this much',
    RESET,
    ({ venue }, sent, { names }) => {
      const wallet = findMoney(sent.wallet);
      if (wallet === undefined)
        return invalid('wallet', 'must not be below 0, with at most 8 decimals');
      return changed(venue, names, (account) => ({ kind: 'reset-account', account, wallet }));
    },
  ),
  post(
    '/accounts/:account/latency',
    'Change how late it sees, acts and is told',
    LATENCY,
    ({ venue }, sent, { names }) => {
      const latency = parseLatency(sent.latency, undefined);
      if (typeof latency === 'string') return invalid('latency', latency);
      return changed(venue, names, (account) => ({ kind: 'set-latency', account, latency }));
    },
  ),
  post(
    '/accounts/:account/status',
    'Freeze, restore or close an account',
    STATUS,
    ({ venue }, { status, note = '' }, { names }) =>
      changed(venue, names, (account) => ({ kind: 'set-account-status', account, status, note })),
  ),
];

/** An account is called as its first key that has a name: later ones do not rename it. */
function namesOf(keys: KeyStore): ReadonlyMap<AccountId, string> {
  const names = new Map<AccountId, string>();
  for (const { account, name } of keys.list())
    if (name !== '' && !names.has(account)) names.set(account, name);
  return names;
}

/** Names of accounts that are being opened: their keys do not have them yet. */
const opening = new WeakMap<KeyStore, Set<string>>();

/** Names are unique, so that a name in a list of keys means one account. */
async function openNamed(
  parts: AdminParts,
  name: string,
  deposit: string | undefined,
): Promise<object> {
  const { keys } = parts;
  const holder = name === '' ? undefined : keys.list().find((key) => key.name === name)?.account;
  const pending = opening.get(keys) ?? new Set();
  if (holder !== undefined || pending.has(name)) {
    const who = holder === undefined ? 'an account that is being opened' : `account ${holder}`;
    const detail = both(`"${name}" is the name of ${who}; choose another`);
    return wireError('40020', { field: 'name', detail });
  }
  opening.set(keys, pending.add(name));
  try {
    return await openAccount(parts, name, deposit);
  } finally {
    pending.delete(name);
  }
}

/** An account with its first money and its first key: all a bot needs. */
async function openAccount(
  { venue, keys, usualDeposit = NO_MONEY, usualLatency }: AdminParts,
  name: string,
  deposit: string | undefined,
): Promise<object> {
  const amount = deposit === undefined ? usualDeposit : findMoney(deposit);
  if (amount === undefined)
    return invalid('deposit', 'must not be below 0, with at most 8 decimals');
  const opened = await carryOutUnsigned(venue, {
    kind: 'open-account',
    role: 'trader',
    terms: DEFAULT_TERMS,
  });
  if (isWireError(opened)) return opened;
  const event = opened.find(({ kind }) => kind === 'account-opened');
  assert(event?.kind === 'account-opened', 'an account that was opened has an id');
  const { account } = event;
  if (amount > NO_MONEY) {
    const funded = await carryOutUnsigned(venue, { kind: 'deposit', account, amount });
    if (isWireError(funded)) return funded;
  }
  if (usualLatency !== undefined) {
    const command = { kind: 'set-latency', account, latency: usualLatency } as const;
    const late = await carryOutUnsigned(venue, command);
    if (isWireError(late)) return late;
  }
  return issuedKey(await keys.create({ account, name }));
}

/** Carries it out and answers with the account as it is afterwards. */
async function changed(
  venue: Venue,
  { account: text = '' }: PathNames,
  command: (account: AccountId) => Single,
  isOwnAllowed = false,
): Promise<object | WireError> {
  const account = findAccountId(venue, text);
  if (account === undefined) return unknownAccount(text);
  const fault = isOwnAllowed ? undefined : expectTrader(venue, account);
  if (fault !== undefined) return fault;
  const applied = await carryOutUnsigned(venue, command(account));
  return isWireError(applied) ? applied : describe(venue.read.account.get(account), null);
}

function findAccountId(venue: Venue, text: string): AccountId | undefined {
  const id = /^\d{1,15}$/.test(text) ? accountId(Number(text)) : undefined;
  return id !== undefined && venue.read.account.status(id) !== undefined ? id : undefined;
}

function describe(account: AccountPicture, name: string | null): object {
  const { id, role, status, wallet, frozen, terms } = account;
  const named = name === null ? {} : { name };
  return {
    accountId: id,
    ...named,
    role,
    status,
    wallet: formatMoney(wallet),
    frozen: formatMoney(frozen),
    latency: describeLatency(terms.latency),
  };
}
