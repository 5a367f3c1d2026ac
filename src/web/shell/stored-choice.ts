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

/** The same for a measure. Undefined stands for the usual one, also if that changes. */
export function storedNumber(name: string): Signal<number | undefined> {
  const kept = readKept(name) ?? '';
  const measure = signal(/^\d{1,5}$/.test(kept) ? Number(kept) : undefined);
  effect(() => keep(name, String(measure.value ?? '')));
  return measure;
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
