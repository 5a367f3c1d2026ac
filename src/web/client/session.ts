/**
 * The account of this tab. The client drops the secret once the browser holds it as a signing key;
 * what a reload needs is in `kept-account.ts`.
 */
import { signal } from '@preact/signals';
import type { ClientKeys, PerpetuaClient } from '../../client/client.ts';

export interface Session {
  readonly name: string;
  readonly apiKey: string;
  readonly client: PerpetuaClient;
  /** Whether this venue gave the keys to the page: then it gives play money too. */
  readonly isSandbox: boolean;
}

export interface AccessKeys extends ClientKeys {
  readonly name: string;
  readonly isSandbox?: boolean;
}

export const session = signal<Session | undefined>(undefined);

export function signOut(): void {
  session.value = undefined;
}
