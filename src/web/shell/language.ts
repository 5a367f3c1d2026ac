/**
 * The texts of the page in the chosen language. Components that call `say` are redrawn when it
 * changes. `{name}` in a text stands for a value.
 */
import { effect } from '@preact/signals';
import { storedChoice } from './stored-choice.ts';
import { ENGLISH, type WordName } from './words-en.ts';
import { CHINESE } from './words-zh.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

const preferred: Language = navigator.language.startsWith('zh') ? 'zh' : 'en';

export const language = storedChoice<Language>('language', LANGUAGES, preferred);

effect(() => {
  document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
});

export type Values = Readonly<Record<string, string | number>>;
export type Say<Name extends string> = (name: Name, values?: Values) => string;

/** Makes a `say` for the texts of one section, which are loaded together with it. */
export const speaker =
  <Name extends string>(words: Readonly<Record<Language, Readonly<Record<Name, string>>>>) =>
  (name: Name, values: Values = {}): string =>
    words[language.value][name].replace(/\{(\w+)\}/g, (_, key: string) =>
      String(values[key] ?? ''),
    );

export const say: Say<WordName> = speaker<WordName>({ en: ENGLISH, zh: CHINESE });

/** The language's name in the `locale` header. */
export const localeHeader = (): 'zh-CN' | 'en-US' => (language.value === 'zh' ? 'zh-CN' : 'en-US');
