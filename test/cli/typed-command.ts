/** A command as a person types it in a clone, in this process. */
import { vi } from 'vitest';
import { PROOFS } from '../../proof/proofs.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { TERMINAL } from '../../src/terminal/output.ts';

export interface Typed {
  readonly code: number;
  /** All that a person sees of it. */
  readonly said: string;
}

export async function typeCommand(words: readonly string[]): Promise<Typed> {
  let said = '';
  const keep = (text: unknown): boolean => {
    said += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  // A worker of the tests has a console of its own, which does not write there.
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text) => void keep(`${text}\n`));
  try {
    const code = await runCommand(words, TERMINAL, PROOFS);
    return { code, said };
  } finally {
    vi.restoreAllMocks();
  }
}
