/** Signatures by Web Crypto. The secret becomes a key that cannot be read back. */

export type Sign = (text: string) => Promise<string>;

/** Browsers offer signing only on secure pages. */
export const maySign = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function createSign(secret: string): Promise<Sign> {
  const bytes = new TextEncoder().encode(secret);
  const terms = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, terms, false, ['sign']);
  return async (text) => {
    const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  };
}
