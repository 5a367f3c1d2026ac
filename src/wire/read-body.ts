/** The body of a POST as fields: nothing at all is an empty object, anything else must be one. */

import { type WireError, wireError } from './errors.ts';
import { isJsonObject, readJson } from './json.ts';
import { readQuery } from './read-query.ts';
import { type Fields, NO_FIELDS } from './read-request.ts';

export const BODY_LENGTH_MAX = 65_536;

export function readBody(text: string): Fields | WireError {
  if (text === '') return NO_FIELDS;
  const reading = readJson(text);
  if (!reading.ok) {
    const { problem, at, field } = reading.fault;
    const place = field === '' ? '' : ` in ${field}`;
    return wireError('40017', {
      field,
      detail: {
        en: `the body is not valid JSON${place} at character ${at}: ${problem}`,
        zh: `请求体不是合法的JSON${place}，位置${at}：${problem}`,
      },
    });
  }
  if (isJsonObject(reading.value)) return reading.value;
  return wireError('40017', {
    detail: { en: 'the body must be a JSON object', zh: '请求体必须是JSON对象' },
  });
}

/** The query as it stood in the address, without its question mark. */
export function readQueryFields(text: string): Fields | WireError {
  const reading = readQuery(text);
  if (reading.ok) return reading.value;
  const { field, problem } = reading;
  const words = field === '' ? problem : `${field} ${problem}`;
  return wireError('40017', { field, detail: { en: words, zh: words } });
}

/** For a body that is too long, too deep in bytes to be read, or no UTF-8. */
export const bodyTooLong = (): WireError =>
  wireError('40017', {
    detail: {
      en: `the body must be at most ${BODY_LENGTH_MAX} bytes`,
      zh: `请求体不能超过${BODY_LENGTH_MAX}字节`,
    },
  });

export const bodyNotText = (): WireError =>
  wireError('40017', { detail: { en: 'the body is not UTF-8', zh: '请求体不是UTF-8编码' } });
