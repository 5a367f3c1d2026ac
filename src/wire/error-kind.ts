/** The kind of a refusal, which programs read; a person reads the reason after it. */
const KIND = /^(?:[A-Z]+(?:_[A-Z]+)+|Request path does not exist|Parameter validation failed): /;

/** `FAILED_PRECONDITION: the season is ended` is `the season is ended`. */
export const withoutKind = (message: string): string => message.replace(KIND, '');
