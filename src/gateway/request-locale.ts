/** The language a caller wants its messages in. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Locale, localeOf } from '../wire/locale.ts';

export function localeFrom(headers: IncomingHttpHeaders): Locale {
  const { locale } = headers;
  return localeOf(typeof locale === 'string' ? locale : undefined);
}
