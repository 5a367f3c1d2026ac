/** The texts of the console, loaded together with it. */
import { speaker } from '../shell/language.ts';
import { CONSOLE_ENGLISH, type ConsoleWord } from './console-words-en.ts';
import { CONSOLE_CHINESE } from './console-words-zh.ts';

export const tell = speaker<ConsoleWord>({ en: CONSOLE_ENGLISH, zh: CONSOLE_CHINESE });

/** For credentials that are shown once. */
export const credentialWords = () => ({
  title: tell('credentials'),
  once: tell('shownOnce'),
  copyAll: tell('copyAll'),
});
