/** A display preference, remembered by the browser. Never anything secret. */
import { effect, type Signal, signal } from '@preact/signals';

export function storedChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Signal<Choice> {
  const kept = readKept(name);
  const choice = signal(choices.find((known) => known === kept) ?? fallback);
  effect(() => keep(name, choice.value));
  return choice;
}

/** The same for a list of names. */
export function storedNames(name: string): Signal<readonly string[]> {
  const names = signal<readonly string[]>((readKept(name) ?? '').split(' ').filter(Boolean));
  effect(() => keep(name, names.value.join(' ')));
  return names;
}

function readKept(name: string): string | null {
  try {
    return localStorage.getItem(`perpetua.${name}`);
  } catch {
    return null;
  }
}

/** The page also works in a browser that stores nothing. */
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`perpetua.${name}`, value);
  } catch {}
}
