/** Finds the venue and the key that a command acts with. */
import { type Credentials, findAdminAddress, findCredentials } from '../../gateway/data-files.ts';
import { filesOf } from '../start/own-process.ts';

type Access = Pick<Credentials, 'apiKey' | 'secretKey' | 'passphrase'>;

/** The parts of a key that flags give. The environment gives what they leave out. */
interface NamedAccess extends Partial<Record<keyof Access, string | undefined>> {
  /** The name of a key in the file of credentials. */
  readonly name?: string | undefined;
  readonly data?: string | undefined;
}

const BASE_URL = 'http://localhost:8700';

/** The address of the venue: as given, or of the venue that was last started on the folder. */
export function findBaseUrl(named: string | undefined, data: string | undefined): string {
  const { PERPETUA_BASE_URL: inherited } = process.env;
  return named ?? inherited ?? findAdminAddress(filesOf(data).admin)?.baseUrl ?? BASE_URL;
}

/** The key to use, or why there is none. */
export function findAccess({ name, data, ...given }: NamedAccess): Access | string {
  const { PERPETUA_KEY, PERPETUA_SECRET, PERPETUA_PASSPHRASE } = process.env;
  const apiKey = given.apiKey ?? PERPETUA_KEY;
  const secretKey = given.secretKey ?? PERPETUA_SECRET;
  const passphrase = given.passphrase ?? PERPETUA_PASSPHRASE;
  if (apiKey !== undefined && secretKey !== undefined && passphrase !== undefined)
    return { apiKey, secretKey, passphrase };
  if (apiKey !== undefined) return 'a key needs its secret and its passphrase';
  const { credentials: path } = filesOf(data);
  const known = findCredentials(path) ?? [];
  const found = name === undefined ? known[0] : known.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = known.map((one) => one.name).join(', ') || 'none';
  return name === undefined
    ? `no key given, and none in ${path}`
    : `${path} has no key named "${name}"; it has ${names}`;
}
