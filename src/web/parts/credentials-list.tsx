/** Texts to copy, and credentials that are shown once, each with a button to copy it. */
import type { ComponentChildren } from 'preact';
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import { Icon } from './controls.tsx';

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
        label={words.copyAll}
      >
        {words.copyAll}
      </CopyButton>
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
        <CopyButton text={value} label={label} />
      </div>
    ))}
  </>
);

interface CopyProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly label: string;
  /** The label of the button; by default "Copy". */
  readonly children?: ComponentChildren;
}

export const CopyButton = ({ text, label, children }: CopyProps) => (
  <button
    type="button"
    class="quiet tiny"
    aria-label={`${say('copy')}: ${label}`}
    onClick={() => void copy(text)}
  >
    <Icon name="copy" />
    {children ?? say('copy')}
  </button>
);

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice('good', say('copied'));
  } catch {
    showNotice('bad', say('notCopied'));
  }
}
