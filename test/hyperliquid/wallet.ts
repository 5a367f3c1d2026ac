/**
 * A wallet in the form that libraries for Hyperliquid take: an address, and typed data signed with
 * its private key. It is written for tests apart from the verifier, over general typed data.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

type Hex = `0x${string}`;

interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export interface Wallet {
  readonly address: Hex;
  readonly privateKey: Hex;
  readonly signTypedData: (data: TypedData) => Promise<Hex>;
  readonly getAddresses: () => Promise<Hex[]>;
}

export function walletOf(privateKey: string): Wallet {
  const secret = hexToBytes(privateKey.slice(2));
  const point = secp256k1.Point.fromBytes(secp256k1.getPublicKey(secret)).toBytes(false);
  const address: Hex = `0x${bytesToHex(keccak_256(point.slice(1)).slice(-20))}`;
  return {
    address,
    privateKey: privateKey as Hex,
    getAddresses: async () => [address],
    signTypedData: async (data) => {
      const signed = secp256k1.sign(digestOf(data), secret, {
        prehash: false,
        format: 'recovered',
      });
      return `0x${bytesToHex(signed.slice(1))}${(27 + signed[0]!).toString(16)}`;
    },
  };
}

export const newWallet = (): Wallet =>
  walletOf(`0x${bytesToHex(secp256k1.utils.randomSecretKey())}`);

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

function digestOf({ domain, types, primaryType, message }: TypedData): Uint8Array {
  const all = { ...types, EIP712Domain: DOMAIN };
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      structOf(all, 'EIP712Domain', domain),
      structOf(all, primaryType, message),
    ),
  );
}

function structOf(
  types: TypedData['types'],
  name: string,
  values: Readonly<Record<string, unknown>>,
): Uint8Array {
  const fields = types[name]!;
  const text = `${name}(${fields.map((each) => `${each.type} ${each.name}`).join(',')})`;
  const words = fields.map((each) => wordOf(each.type, values[each.name]));
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(text)), ...words));
}

function wordOf(type: string, value: unknown): Uint8Array {
  if (type === 'string') return keccak_256(utf8ToBytes(String(value)));
  if (type === 'bool') return hexToBytes((value === true ? '1' : '0').padStart(64, '0'));
  if (type === 'bytes32' || type === 'address')
    return hexToBytes(String(value).slice(2).toLowerCase().padStart(64, '0'));
  return hexToBytes(
    BigInt(value as number)
      .toString(16)
      .padStart(64, '0'),
  );
}
