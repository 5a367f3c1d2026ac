/**
 * What the browser remembers: display preferences for good, and for the life of the tab what a
 * reload must not lose. The page also works in a browser that stores nothing.
 */
import { effect, type Signal, signal } from '@preact/signals';

/** A display preference. Never anything secret. */
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
  const names = signal<readonly string[]>(readKept(name).split(' ').filter(Boolean));
  effect(() => keep(name, names.value.join(' ')));
  return names;
}

/** The same for a measure. Undefined stands for the usual one, also if that changes. */
export function storedNumber(name: string): Signal<number | undefined> {
  const kept = readKept(name);
  const measure = signal(/^\d{1,5}$/.test(kept) ? Number(kept) : undefined);
  effect(() => keep(name, String(measure.value ?? '')));
  return measure;
}

type Storing = 'localStorage' | 'sessionStorage';

export function readKept(name: string, where: Storing = 'localStorage'): string {
  try {
    return globalThis[where].getItem(`perpetua.${name}`) ?? '';
  } catch {
    return '';
  }
}

export function keep(name: string, value: string, where: Storing = 'localStorage'): void {
  try {
    globalThis[where].setItem(`perpetua.${name}`, value);
  } catch {}
}
