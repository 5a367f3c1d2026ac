/** Credentials that are shown once, each with a button to copy it. */
import { CopyButton } from '../parts/copy-button.tsx';
import { tell } from './console-words.ts';

export interface IssuedCredentials {
  readonly name: string;
  readonly accountId: number;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export function CredentialsList({ of }: { of: IssuedCredentials }) {
  const { apiKey, secretKey, passphrase } = of;
  const rows = [
    ['API key', apiKey],
    ['Secret key', secretKey],
    ['Passphrase', passphrase],
  ] as const;
  return (
    <section class="credentials" aria-label={tell('credentials')}>
      <p class="warn">{tell('shownOnce')}</p>
      {rows.map(([label, value]) => (
        <div key={label} class="credential">
          <span class="muted">{label}</span>
          <code>{value}</code>
          <CopyButton text={value} label={label} />
        </div>
      ))}
      <CopyButton
        text={JSON.stringify({ apiKey, secretKey, passphrase }, null, 2)}
        label={tell('copyAll')}
      >
        {tell('copyAll')}
      </CopyButton>
    </section>
  );
}
