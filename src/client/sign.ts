/**
 * Signatures. The secret becomes a key that cannot be read back. Node's own module signs at once,
 * where Web Crypto goes to another thread and back for each signature.
 */

export type Sign = (text: string) => Promise<string>;

/** As much of `node:crypto` as it takes. */
interface NodeHash {
  readonly update: (data: string | Uint8Array) => NodeHash;
  readonly copy: () => NodeHash;
  readonly digest: { (): Uint8Array; (encoding: 'base64'): string };
}
interface NodeCrypto {
  readonly createHash: (name: string) => NodeHash;
}

const BLOCK_BYTES = 64;
const [INNER_PAD, OUTER_PAD] = [0x36, 0x5c];

/** Browsers offer signing only on secure pages. */
export const maySign = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function createSign(secret: string): Promise<Sign> {
  const bytes = new TextEncoder().encode(secret);
  const node = findNodeCrypto();
  return node === undefined ? signByWebCrypto(bytes) : signByHashes(node, bytes);
}

async function signByWebCrypto(secret: Uint8Array<ArrayBuffer>): Promise<Sign> {
  const terms = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, terms, false, ['sign']);
  return async (text) => {
    const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  };
}

/** HMAC by its definition: two hashes that have begun with the secret, and each text goes on. */
function signByHashes({ createHash }: NodeCrypto, secret: Uint8Array): Sign {
  const start = () => createHash('sha256');
  const short = secret.length > BLOCK_BYTES ? start().update(secret).digest() : secret;
  const begin = (pad: number): NodeHash =>
    start().update(Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (short[at] ?? 0) ^ pad));
  const [inner, outer] = [begin(INNER_PAD), begin(OUTER_PAD)];
  return async (text) => outer.copy().update(inner.copy().update(text).digest()).digest('base64');
}

function findNodeCrypto(): NodeCrypto | undefined {
  const { process }: { process?: { getBuiltinModule?: (name: string) => NodeCrypto } } =
    Object(globalThis);
  return process?.getBuiltinModule?.('node:crypto');
}
