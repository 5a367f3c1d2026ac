/**
 * The words of the page in the language that was chosen. Components that call `say` are drawn again
 * when it changes. `{name}` in a text stands for a value.
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

/** Speaks with the words of a part of the page, which come with that part. */
export const speaker =
  <Name extends string>(words: Readonly<Record<Language, Readonly<Record<Name, string>>>>) =>
  (name: Name, values: Values = {}): string =>
    words[language.value][name].replace(/\{(\w+)\}/g, (_, key: string) =>
      String(values[key] ?? ''),
    );

export const say: Say<WordName> = speaker<WordName>({ en: ENGLISH, zh: CHINESE });

/** As the interface calls it in the `locale` header. */
export const localeHeader = (): string => (language.value === 'zh' ? 'zh-CN' : 'en-US');
