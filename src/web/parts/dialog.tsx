/** A dialog: it keeps the focus, closes with Escape, and returns the focus. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../shell/language.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function Dialog({ title, close, children, class: name = '' }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog
      ref={box}
      class={`dialog ${name}`}
      aria-label={title}
      onClose={close}
      onClick={(event) => {
        if (event.target === box.current) box.current?.close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="plain" aria-label={say('close')} onClick={close}>
          <Icon name="cross" />
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
