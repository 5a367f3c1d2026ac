/** A frame in the words of another interface: the answer shows one in those of this. */
import type { ErrorDetail } from './errors.ts';
import type { JsonObject } from './json-value.ts';

/** What other interfaces call the field that says what a frame wants. */
const FOREIGN_WORDS = ['op', 'method', 'event', 'action', 'cmd', 'req', 'type'] as const;

/** The field at fault; where it is missing and another word stands for it, also a right frame. */
export function frameFault(frame: JsonObject, field: string, example: object): ErrorDetail {
  const foreign = FOREIGN_WORDS.find((word) => frame.has(word));
  if (frame.has(field) || foreign === undefined) return { field };
  const shown = JSON.stringify(example);
  return {
    field,
    detail: {
      en: `${foreign} is unknown, a frame reads ${shown}`,
      zh: `不支持${foreign}，格式为${shown}`,
    },
  };
}
