/** Copies a text to the clipboard, and says so. */
import type { ComponentChildren } from 'preact';
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import { Icon } from './icon.tsx';

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

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice('good', say('copied'));
  } catch {
    showNotice('bad', say('notCopied'));
  }
}
