/** The sign-in form: the token is tried once and kept in the memory of the tab. */
import { useState } from 'preact/hooks';
import { SendForm } from '../parts/controls.tsx';
import { Field } from '../parts/field.tsx';
import { operator, tryAdmin } from './admin-client.ts';
import { tell } from './console-words.ts';
import { noteOverview, type Overview } from './overview-feed.ts';

/** Characters that the audit log does not accept and a header cannot carry. */
const NOT_SENT = /[^\w .@-]/g;

export function SignIn() {
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    const access = { token: token.trim(), name: name.replace(NOT_SENT, '').trim() };
    const answer = await tryAdmin<Overview>('/overview', access);
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.status === 403 ? tell('wrongToken') : tell('venueUnreachable'));
      return;
    }
    noteOverview(answer.value);
    operator.value = { ...access, role: answer.value.role };
  };
  return (
    <section class="console-entry">
      <h1>{tell('console')}</h1>
      <p class="muted">{tell('signInText')}</p>
      <SendForm send={enter} label={tell('signIn')} isReady={token.trim() !== '' && !isBusy}>
        <Field
          id="admin-token"
          kind="password"
          label={tell('token')}
          value={token}
          set={setToken}
          problem={problem}
        />
        <Field id="actor" kind="text" label={tell('yourName')} value={name} set={setName} />
      </SendForm>
    </section>
  );
}
