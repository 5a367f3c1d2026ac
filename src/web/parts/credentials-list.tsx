/** Credentials that are shown once, each with a button to copy it. */
import { CopyButton } from './copy-button.tsx';

export interface IssuedCredentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

interface ListProps {
  readonly of: IssuedCredentials;
  readonly words: { readonly title: string; readonly once: string; readonly copyAll: string };
}

export function CredentialsList({ of, words }: ListProps) {
  const { apiKey, secretKey, passphrase } = of;
  const rows = [
    ['API key', apiKey],
    ['Secret key', secretKey],
    ['Passphrase', passphrase],
  ] as const;
  return (
    <section class="credentials" aria-label={words.title}>
      <p class="warn">{words.once}</p>
      {rows.map(([label, value]) => (
        <div key={label} class="credential">
          <span class="muted">{label}</span>
          <code>{value}</code>
          <CopyButton text={value} label={label} />
        </div>
      ))}
      <CopyButton
        text={JSON.stringify({ apiKey, secretKey, passphrase }, null, 2)}
        label={words.copyAll}
      >
        {words.copyAll}
      </CopyButton>
    </section>
  );
}
