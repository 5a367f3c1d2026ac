/** The two languages of the interface. */

export type Locale = 'en' | 'zh';

/** A text in both languages. */
export type Texts = Readonly<Record<Locale, string>>;
