/** The source of keys: a sandbox account of this machine, or pasted keys. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { maySign } from '../../client/sign.ts';
import { signIn } from '../client/call.ts';
import type { AccessKeys } from '../client/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from './language.ts';

const isShown = signal(false);

export const showSignIn = (): void => {
  isShown.value = true;
};

const close = (): void => {
  isShown.value = false;
};

const enter = (credentials: AccessKeys): void => {
  signIn(credentials);
  close();
};

export const SignInDialog = () =>
  isShown.value ? (
    <Dialog title={say('connectAccount')} close={close} class="sign-in">
      {maySign() ? (
        <>
          <SandboxAccounts />
          <PastedKeys />
        </>
      ) : (
        <p class="fault">{say('insecurePage')}</p>
      )}
    </Dialog>
  ) : null;

/** Undefined while they are loading; empty if this venue offers none. */
function useSandboxAccounts(): readonly AccessKeys[] | undefined {
  const [accounts, set] = useState<readonly AccessKeys[] | undefined>(undefined);
  useEffect(() => {
    void readAccounts().then(set);
  }, []);
  return accounts;
}

/** Not logged for the inspector: the answer is secret. */
async function readAccounts(): Promise<readonly AccessKeys[]> {
  try {
    const response = await fetch('/sandbox/accounts', { method: 'POST', cache: 'no-store' });
    if (!response.ok) return [];
    const { accounts }: { accounts: readonly AccessKeys[] } = await response.json();
    return accounts;
  } catch {
    return [];
  }
}

function SandboxAccounts() {
  const accounts = useSandboxAccounts();
  if (accounts === undefined) return <p class="hint">{say('loading')}</p>;
  if (accounts.length === 0) return <p class="hint">{say('noSandbox')}</p>;
  return (
    <section>
      <h3>{say('sandboxAccounts')}</h3>
      <p class="hint">{say('sandboxText')}</p>
      <div class="account-choice">
        {accounts.map((account) => (
          <button
            key={account.apiKey}
            type="button"
            class="quiet"
            onClick={() => enter({ ...account, isSandbox: true })}
          >
            {account.name}
          </button>
        ))}
      </div>
    </section>
  );
}

const EMPTY: AccessKeys = { name: '', apiKey: '', secretKey: '', passphrase: '' };

function PastedKeys() {
  const [typed, set] = useState(EMPTY);
  const isWhole = typed.apiKey !== '' && typed.secretKey !== '' && typed.passphrase !== '';
  const send = (event: Event): void => {
    event.preventDefault();
    if (isWhole) enter({ ...typed, name: `${typed.apiKey.slice(0, 10)}…` });
  };
  return (
    <section>
      <h3>{say('pasteKeys')}</h3>
      <form onSubmit={send}>
        <Field
          id="api-key"
          kind="text"
          label="API key"
          value={typed.apiKey}
          set={(apiKey) => set({ ...typed, apiKey })}
        />
        <Field
          id="secret-key"
          kind="password"
          label="Secret key"
          value={typed.secretKey}
          set={(secretKey) => set({ ...typed, secretKey })}
        />
        <Field
          id="passphrase"
          kind="password"
          label="Passphrase"
          value={typed.passphrase}
          set={(passphrase) => set({ ...typed, passphrase })}
        />
        <p class="hint">{say('keysText')}</p>
        <button type="submit" class="main-button" disabled={!isWhole}>
          {say('connect')}
        </button>
      </form>
    </section>
  );
}
