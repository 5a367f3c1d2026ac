/** A dialog: it keeps the focus, closes with Escape, and returns the focus. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../shell/language.ts';
import { Button, CloseButton } from './controls.tsx';

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
      <header class="ends dialog-head">
        <h2>{title}</h2>
        <CloseButton close={close} />
      </header>
      <div class="column dialog-body">{children}</div>
    </dialog>
  );
}

interface SureProps {
  readonly label: string;
  /** What is asked before it is done. */
  readonly text: string;
  readonly act: () => unknown;
  readonly disabled?: boolean;
}

/** A button for what cannot be undone: it asks first. */
export function SureButton({ label, text, act, disabled = false }: SureProps) {
  const [isAsking, ask] = useState(false);
  const confirm = (): void => {
    ask(false);
    act();
  };
  return (
    <>
      <Button look="quiet tiny" label={label} disabled={disabled} act={() => ask(true)} />
      {isAsking ? (
        <Dialog title={label} close={() => ask(false)}>
          <p>{text}</p>
          <Button look="main-button" label={say('confirm')} act={confirm} />
        </Dialog>
      ) : null}
    </>
  );
}
