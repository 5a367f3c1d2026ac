/**
 * The texts of the page in the chosen language. Components that call `say` are redrawn when it
 * changes. `{name}` in a text stands for a value.
 */
import { effect } from '@preact/signals';
import { DESK_WORDS } from './desk-words.ts';
import { storedChoice } from './stored-choice.ts';
import { FRAME_WORDS } from './words.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

const preferred: Language = navigator.language.startsWith('zh') ? 'zh' : 'en';

export const language = storedChoice<Language>('language', LANGUAGES, preferred);

effect(() => {
  document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
});

/** A text in each language, in the order of `LANGUAGES`. */
type Texts<Name extends string> = Readonly<Record<Name, readonly [en: string, zh: string]>>;
export type Values = Readonly<Record<string, string | number>>;

const WORDS = { ...FRAME_WORDS, ...DESK_WORDS };
export type WordName = keyof typeof WORDS;

/** Makes a `say` for one section: for its own texts, loaded together with it, and for these. */
export function speaker<Name extends string>(own: Texts<Name>) {
  const words: Texts<Name | WordName> = { ...WORDS, ...own };
  return (name: Name | WordName, values: Values = {}): string =>
    words[name][language.value === 'zh' ? 1 : 0].replace(/\{(\w+)\}/g, (_, key: string) =>
      String(values[key] ?? ''),
    );
}

export const say = speaker({});

/** The language's name in the `locale` header. */
export const localeHeader = (): 'zh-CN' | 'en-US' => (language.value === 'zh' ? 'zh-CN' : 'en-US');
