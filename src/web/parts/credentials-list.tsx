/** Texts to copy, and credentials that are shown once, each with a button to copy it. */
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import { Button } from './controls.tsx';

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
      <CopyRows rows={rows} />
      <CopyButton
        text={JSON.stringify({ apiKey, secretKey, passphrase }, null, 2)}
        of={words.copyAll}
        label={words.copyAll}
      />
    </section>
  );
}

/** Each text with its label, and a button to copy it. */
export const CopyRows = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <>
    {rows.map(([label, value]) => (
      <div key={label} class="credential">
        <span class="muted">{label}</span>
        <code>{value}</code>
        <CopyButton text={value} of={label} />
      </div>
    ))}
  </>
);

interface CopyProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly of: string;
  readonly label?: string;
}

export const CopyButton = ({ text, of, label = say('copy') }: CopyProps) => (
  <Button
    look="quiet tiny"
    icon="copy"
    label={label}
    name={`${say('copy')}: ${of}`}
    act={() => copy(text)}
  />
);

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice('good', say('copied'));
  } catch {
    showNotice('bad', say('notCopied'));
  }
}
