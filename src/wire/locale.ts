/** The two languages of the interface. */

export type Locale = 'en' | 'zh';

/** A text in both. */
export type Texts = Readonly<Record<Locale, string>>;

/** From the `locale` header: Chinese where it asks for it, English otherwise. */
export const localeOf = (header: string | readonly string[] | undefined): Locale =>
  typeof header === 'string' && /^zh\b/i.test(header.trim()) ? 'zh' : 'en';
