/** The source of keys: a sandbox account of this machine, or pasted keys. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { maySign } from '../../client/sign.ts';
import { type AccessKeys, session, signIn } from '../client/call.ts';
import { enterPasted, fetchSandbox, pastedAccounts } from '../client/kept-account.ts';
import { Button, put, SendForm } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from './language.ts';

const isShown = signal(false);

export const showSignIn = put(isShown, true);
const close = put(isShown, false);

export const ConnectButton = ({ look = 'main-button slim' }: { look?: string }) => (
  <Button look={look} label={say('connectAccount')} act={showSignIn} />
);

const enter = (account: AccessKeys): void => {
  if (account.isSandbox === true) signIn(account);
  else enterPasted(account);
  close();
};

export const SignInDialog = () =>
  isShown.value ? (
    <Dialog
      title={say(session.value === undefined ? 'connectAccount' : 'switchAccount')}
      close={close}
    >
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

function SandboxAccounts() {
  const [accounts, set] = useState<readonly AccessKeys[] | undefined>(undefined);
  useEffect(() => {
    void fetchSandbox().then(set);
  }, []);
  if (accounts === undefined) return <p class="hint">{say('loading')}</p>;
  if (accounts.length === 0) return <p class="hint">{say('noSandbox')}</p>;
  return (
    <section>
      <h3>{say('sandboxAccounts')}</h3>
      <p class="hint">{say('sandboxText')}</p>
      <AccountChoice accounts={accounts} />
    </section>
  );
}

const AccountChoice = ({ accounts }: { accounts: readonly AccessKeys[] }) => (
  <div class="account-choice">
    {accounts.map((account) => (
      <button
        key={account.apiKey}
        type="button"
        class="quiet"
        aria-current={session.value?.apiKey === account.apiKey ? 'true' : undefined}
        onClick={() => enter(account)}
      >
        {account.name}
      </button>
    ))}
  </div>
);

const PASTED = [
  { name: 'apiKey', id: 'api-key', label: 'API key', kind: 'text' },
  { name: 'secretKey', id: 'secret-key', label: 'Secret key', kind: 'password' },
  { name: 'passphrase', id: 'passphrase', label: 'Passphrase', kind: 'password' },
] as const;
const EMPTY: AccessKeys = { name: '', apiKey: '', secretKey: '', passphrase: '' };

function PastedKeys() {
  const [typed, set] = useState(EMPTY);
  const isWhole = typed.apiKey !== '' && typed.secretKey !== '' && typed.passphrase !== '';
  return (
    <section>
      <h3>{say('pasteKeys')}</h3>
      <AccountChoice accounts={pastedAccounts.value} />
      <SendForm
        send={() => enter({ ...typed, name: `${typed.apiKey.slice(0, 10)}…` })}
        label={say('connect')}
        isReady={isWhole}
      >
        {PASTED.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            value={typed[name]}
            set={(text) => set({ ...typed, [name]: text })}
          />
        ))}
        <p class="hint">{say('keysText')}</p>
      </SendForm>
    </section>
  );
}
