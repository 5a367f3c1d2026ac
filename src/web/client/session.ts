/**
 * The account of this tab. Everything is in the memory of the tab and ends with it: nothing is
 * stored, and the secret itself is dropped once the browser holds it as a signing key.
 */
import { signal } from '@preact/signals';
import { createSign, type Sign } from '../../client/sign.ts';

export interface Session {
  readonly name: string;
  readonly apiKey: string;
  readonly passphrase: string;
  readonly sign: Sign;
}

export interface AccessKeys {
  readonly name: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export const session = signal<Session | undefined>(undefined);

export async function signIn({ name, apiKey, secretKey, passphrase }: AccessKeys): Promise<void> {
  session.value = { name, apiKey, passphrase, sign: await createSign(secretKey) };
}

export function signOut(): void {
  session.value = undefined;
}
