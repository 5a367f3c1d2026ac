/**
 * Who signed an action. The action, packed as it was sent, its nonce, the vault and the expiry are
 * hashed; the hash is part of typed data, and the signature over that gives the address back. All
 * cryptography is that of the libraries.
 */
import { encode } from '@msgpack/msgpack';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  digitsOf,
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
  writeJson,
} from '../../wire/json.ts';

export interface Signature {
  readonly r: string;
  readonly s: string;
  readonly v: number;
}

export interface SignedAction {
  readonly action: JsonObject;
  readonly nonce: number;
  /** With or without 0x. */
  readonly vault: string | null;
  readonly expiresAfter: number | null;
  readonly signature: Signature;
}

/** Clients sign as on the main network or as on the test network; both are accepted. */
const SOURCES = ['a', 'b'] as const;

/** The addresses that may have signed it, likeliest first. */
export function* signersOf(signed: SignedAction): Generator<string, void> {
  let tried = '';
  for (const action of [signed.action, canonical(signed.action)]) {
    const connectionId = hashAction({ ...signed, action });
    // Most actions come in this form already.
    if (bytesToHex(connectionId) === tried) return;
    tried = bytesToHex(connectionId);
    for (const source of SOURCES) {
      const signer = recover(agentDigest(source, connectionId), signed.signature);
      if (signer !== undefined) yield signer;
    }
  }
}

/** Whether the exchange, which packs every action anew, would find this signer too. */
export function isFoundThere(signed: SignedAction, signer: string): boolean {
  const action = canonical(signed.action);
  // Most come in its form already, and are not hashed again.
  if (writeJson(action) === writeJson(signed.action)) return true;
  return [...signersOf({ ...signed, action })].includes(signer);
}

export function hashAction(signed: Omit<SignedAction, 'signature'>): Uint8Array {
  const { action, nonce, vault, expiresAfter } = signed;
  const parts = [encode(packable(action), { useBigInt64: true }), eightBytes(nonce)];
  if (vault === null) parts.push(Uint8Array.of(0));
  else parts.push(Uint8Array.of(1), hexToBytes(bareHex(vault)));
  if (expiresAfter !== null) parts.push(Uint8Array.of(0), eightBytes(expiresAfter));
  return keccak_256(concatBytes(...parts));
}

const bareHex = (text: string): string => (text.startsWith('0x') ? text.slice(2) : text);

function eightBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Maps in the order of their members; whole numbers in the shortest form. */
function packable(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isJsonObject(value))
    return Object.fromEntries([...value].map(([name, inner]) => [name, packable(inner)]));
  if (!isNumberText(value)) return value.map(packable);
  const number = Number(value.number);
  if (!/^-?\d+$/.test(value.number)) return number;
  return Number.isSafeInteger(number) && Math.abs(number) < 2 ** 32 ? number : BigInt(value.number);
}

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));

const DOMAIN_TYPE = hashText(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
);

const word = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));

const domainOf = (name: string, chain: bigint): Uint8Array =>
  keccak_256(concatBytes(DOMAIN_TYPE, hashText(name), hashText('1'), word(chain), word(0n)));

const digestOf = (domain: Uint8Array, struct: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain, struct));

const EXCHANGE_CHAIN = 1_337n;
const EXCHANGE_DOMAIN = domainOf('Exchange', EXCHANGE_CHAIN);
const AGENT_TYPE = hashText('Agent(string source,bytes32 connectionId)');

const agentDigest = (source: string, connectionId: Uint8Array): Uint8Array =>
  digestOf(EXCHANGE_DOMAIN, keccak_256(concatBytes(AGENT_TYPE, hashText(source), connectionId)));

/** r and s may lack zeros at their beginning. */
function recover(digest: Uint8Array, { r, s, v }: Signature): string | undefined {
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery !== 0 && recovery !== 1) return undefined;
  const padded = [r, s].map((text) => bareHex(text).padStart(64, '0'));
  if (!padded.every((text) => /^[0-9a-fA-F]{64}$/.test(text))) return undefined;
  try {
    const bytes = concatBytes(Uint8Array.of(recovery), hexToBytes(padded.join('')));
    const point = secp256k1.Signature.fromBytes(bytes, 'recovered').recoverPublicKey(digest);
    return addressOfPublic(point.toBytes(false));
  } catch {
    // No point of the curve belongs to these numbers.
    return undefined;
  }
}

const addressOfPublic = (point: Uint8Array): string =>
  `0x${bytesToHex(keccak_256(point.slice(1)).slice(-20))}`;

/** A new private key and the address that belongs to it. */
export function issueAddress(): { readonly address: string; readonly privateKey: string } {
  const { secretKey, publicKey } = secp256k1.keygen();
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return { address: addressOfPublic(point), privateKey: `0x${bytesToHex(secretKey)}` };
}

type FieldType = 'string' | 'address' | 'uint64' | 'bool';

const SENT: Record<string, FieldType> = {
  hyperliquidChain: 'string',
  destination: 'string',
  amount: 'string',
  time: 'uint64',
};

/** The typed data of actions that are signed field by field, with the members they are in. */
const TYPED: Readonly<Record<string, readonly [name: string, fields: Record<string, FieldType>]>> =
  {
    approveAgent: [
      'ApproveAgent',
      { hyperliquidChain: 'string', agentAddress: 'address', agentName: 'string', nonce: 'uint64' },
    ],
    approveBuilderFee: [
      'ApproveBuilderFee',
      { hyperliquidChain: 'string', maxFeeRate: 'string', builder: 'address', nonce: 'uint64' },
    ],
    usdSend: ['UsdSend', SENT],
    withdraw3: ['Withdraw', SENT],
    usdClassTransfer: [
      'UsdClassTransfer',
      { hyperliquidChain: 'string', amount: 'string', toPerp: 'bool', nonce: 'uint64' },
    ],
  };

export const isFieldSigned = (action: JsonObject): boolean => {
  const type = action.get('type');
  return typeof type === 'string' && Object.hasOwn(TYPED, type);
};

/** Who signed such an action; undefined where it cannot be told. */
export function typedSigner(action: JsonObject, signature: Signature): string | undefined {
  const [name, fields] = TYPED[String(action.get('type'))] ?? [];
  const chain = action.get('signatureChainId');
  if (name === undefined || fields === undefined || typeof chain !== 'string') return undefined;
  if (!/^0x[0-9a-fA-F]{1,16}$/.test(chain)) return undefined;
  const list = Object.entries(fields).map(([field, type]) => `${type} ${field}`);
  const typeHash = hashText(`HyperliquidTransaction:${name}(${list.join(',')})`);
  const words = Object.entries(fields).map(([field, type]) =>
    encodeField(type, action.get(field) ?? null),
  );
  if (!words.every((each) => each !== undefined)) return undefined;
  const domain = domainOf('HyperliquidSignTransaction', BigInt(chain));
  return recover(digestOf(domain, keccak_256(concatBytes(typeHash, ...words))), signature);
}

/** A name that is missing is signed as empty. */
function encodeField(type: FieldType, value: Json): Uint8Array | undefined {
  switch (type) {
    case 'string':
      return value === null || typeof value === 'string' ? hashText(value ?? '') : undefined;
    case 'address': {
      const isAddress = typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
      return isAddress ? hexToBytes(value.slice(2).padStart(64, '0')) : undefined;
    }
    case 'uint64': {
      const digits = digitsOf(value) ?? '';
      return /^\d{1,19}$/.test(digits) ? word(BigInt(digits)) : undefined;
    }
    default:
      return typeof value === 'boolean' ? word(value ? 1n : 0n) : undefined;
  }
}

/** The members of actions and of what is in them, in the order in which the exchange packs them. */
const ORDER = ['a', 'b', 'p', 's', 'r', 't', 'c'];
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  orders: ORDER,
  order: ORDER,
  cancels: ['a', 'o', 'asset', 'cloid'],
  modifies: ['oid', 'order'],
  trigger: ['isMarket', 'triggerPx', 'tpsl'],
  builder: ['b', 'f'],
};
const ACTION = [
  ...['type', 'oid', 'orders', 'order', 'cancels', 'modifies', 'grouping', 'builder'],
  ...['asset', 'isCross', 'leverage', 'isBuy', 'ntli', 'time', 'code', 'weight'],
];
const DECIMALS: ReadonlySet<string> = new Set(['p', 's', 'triggerPx']);

/** The action as the exchange would pack it, if its members came in another order. */
const canonical = (action: JsonObject): JsonObject => sorted(action, ACTION);

function sorted(value: JsonObject, members: readonly string[] = []): JsonObject {
  const entries = [...value].map(([name, inner]) => [name, settled(name, inner)] as const);
  return new Map(entries.sort(([one], [other]) => placeIn(members, one) - placeIn(members, other)));
}

/** What the list does not have keeps its place behind what it has. */
const placeIn = (members: readonly string[], name: string): number =>
  members.includes(name) ? members.indexOf(name) : members.length;

function settled(name: string, value: Json): Json {
  if (typeof value === 'string') {
    if (DECIMALS.has(name) && value.includes('.')) return value.replace(/\.?0+$/, '');
    return /^0x[0-9a-fA-F]+$/.test(value) ? value.toLowerCase() : value;
  }
  if (Array.isArray(value)) return value.map((item: Json) => settled(name, item));
  return isJsonObject(value) ? sorted(value, MEMBERS[name]) : value;
}
