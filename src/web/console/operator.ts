/**
 * The operator of this tab. The token is in the memory of the tab and ends with it: it is in no
 * address, no storage and no log.
 */
import { signal } from '@preact/signals';

export interface Operator {
  readonly token: string;
  /** A name for the audit log; empty if none was given. */
  readonly name: string;
  readonly role: 'organiser' | 'observer';
}

export const operator = signal<Operator | undefined>(undefined);

/** An observer can read everything and change nothing. */
export const mayChange = (): boolean => operator.value?.role === 'organiser';

export function leaveConsole(): void {
  operator.value = undefined;
}
