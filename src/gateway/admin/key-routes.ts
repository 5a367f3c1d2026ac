/** Keys: issue, list, disable, rotate, and where they may be used from. */
import { accountId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { invalid } from '../../wire/caller.ts';
import { wireError } from '../../wire/errors.ts';
import {
  flagField,
  idField,
  ifSent,
  momentField,
  textField,
  textsField,
} from '../../wire/field.ts';
import { DIALECTS } from '../dialects.ts';
import { formatAllowlist } from '../keys/allowlist.ts';
import { isAddressKey, issueAddressKey } from '../keys/issue-address.ts';
import { type ApiKey, KeyRefusal } from '../keys/key-record.ts';
import type { IssuedKey, NewKey } from '../keys/key-store.ts';
import { publicKeyText } from '../keys/public-key.ts';
import type { PathNames } from '../router.ts';
import {
  type AdminCall,
  type AdminParts,
  type AdminRoute,
  expectTrader,
  venueRoutes,
} from './admin-route.ts';

const DIALECT_IDS = DIALECTS.map(({ id }) => id);

/** Those whose callers may sign with a private key that they alone have. */
const TAKE_RSA = DIALECTS.filter((each) => each.takesRsa === true).map(({ id }) => id);

const addressesField = () => textsField('Addresses and CIDRs.', { countMax: 64, lengthMax: 50 });

const ISSUE = {
  account: idField('Whose key it will be.'),
  name: ifSent(textField('What people call it.', { lengthMax: 64 })),
  readOnly: ifSent(flagField('It may not trade.')),
  addresses: ifSent(addressesField()),
  dialects: ifSent(
    textsField(`Where it may be used: ${DIALECT_IDS.join(', ')}; everywhere if left out.`, {
      countMax: DIALECT_IDS.length,
      lengthMax: 16,
    }),
  ),
  passphrase: ifSent(textField('Chosen, or issued.', { lengthMax: 32 })),
  rsaPublicKey: ifSent(
    textField(`In PEM: its owner signs with the private half, in ${TAKE_RSA.join(', ')} alone.`, {
      lengthMax: 2_000,
    }),
  ),
  expiresAt: ifSent(momentField('When it ends.')),
};

const ALLOWLIST = {
  addresses: ifSent(addressesField()),
  any: ifSent(flagField('From anywhere: there is no list any more.')),
};

const WITHHELD = 'withheld';

const { get, post } = venueRoutes;

export const KEY_ROUTES: readonly AdminRoute[] = [
  get('/keys', 'Every key, without its secret', {}, ({ keys, caller }) =>
    keys.list().map((key) => {
      const shown = describeKey(key);
      if (caller?.role !== 'observer') return shown;
      // Listen keys are opened by the id alone. Of a list an observer sees that there is one.
      const addresses = key.allowlist === null ? null : [WITHHELD];
      return { ...shown, apiKey: WITHHELD, addresses };
    }),
  ),
  post('/keys', 'Issue a key; its secret is shown once', ISSUE, async ({ venue, keys }, wanted) => {
    const account = accountId(wanted.account);
    const odd = wanted.dialects?.find((id) => !DIALECT_IDS.includes(id));
    if (odd !== undefined)
      return invalid('dialects', `must be of ${DIALECT_IDS.join(', ')}, not '${odd}'`);
    const { rsaPublicKey: publicKey } = wanted;
    const dialects = publicKey === undefined ? wanted.dialects : TAKE_RSA;
    if (wanted.dialects !== undefined && `${wanted.dialects}` !== `${dialects}`)
      return invalid('dialects', `must be ${TAKE_RSA.join(', ')} where rsaPublicKey is sent`);
    const fault = expectTrader(venue, account);
    if (fault !== undefined) return fault;
    const asked: NewKey = {
      account,
      name: wanted.name ?? '',
      permissions: wanted.readOnly === true ? ['read'] : undefined,
      allowlist: wanted.addresses,
      dialects,
      publicKey,
      passphrase: wanted.passphrase,
      expiresAt: wanted.expiresAt === undefined ? null : millis(wanted.expiresAt),
    };
    const address = wanted.dialects && (await issueAddressKey(keys, asked));
    const issued = address ?? (await keys.create(asked));
    return issuedKey(publicKey === undefined ? issued : { ...issued, secret: '', passphrase: '' });
  }),
  post('/keys/:key/disable', 'Switch a key off', {}, setStatus('disabled')),
  post('/keys/:key/enable', 'Switch a key on again', {}, setStatus('active')),
  post(
    '/keys/:key/rotate',
    'Give a key a new secret, shown once',
    {},
    async ({ keys }, _sent, { names }) => {
      const wanted = keyOf(names);
      const key = keys.find(wanted);
      if (key !== undefined && (isAddressKey(key) || key.publicKey !== null))
        throw new KeyRefusal('an address has the private key it was issued with: issue another');
      return issuedKey(await keys.rotate(wanted));
    },
  ),
  post(
    '/keys/:key/allowlist',
    'Choose the addresses from which a key works',
    ALLOWLIST,
    async ({ keys }, { addresses, any }, { names }) => {
      if (addresses === undefined && any !== true)
        return wireError('40019', { field: 'addresses' });
      return describeKey(await keys.setAllowlist(keyOf(names), addresses ?? null));
    },
  ),
];

function setStatus(status: ApiKey['status']) {
  return async ({ keys }: AdminParts, _sent: object, { names }: AdminCall): Promise<object> =>
    describeKey(await keys.setStatus(keyOf(names), status));
}

const keyOf = ({ key = '' }: PathNames): string => key;

/** The only time that secret and passphrase are shown. */
export const issuedKey = ({ key, secret, passphrase }: IssuedKey): object => ({
  name: key.name,
  accountId: key.account,
  apiKey: key.key,
  secretKey: secret,
  passphrase,
});

const describeKey = (key: ApiKey): object => ({
  name: key.name,
  accountId: key.account,
  apiKey: key.key,
  version: key.version,
  permissions: [...key.permissions],
  addresses: key.allowlist === null ? null : formatAllowlist(key.allowlist),
  dialects: key.dialects === null ? null : [...key.dialects],
  isAddress: isAddressKey(key),
  rsaPublicKey: key.publicKey && publicKeyText(key.publicKey),
  status: key.status,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
});
