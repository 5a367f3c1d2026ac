/**
 * The subject of a commit: a short sentence about what the venue is or does from now on. A shallow
 * clone has the last commit, so that is the one that is judged.
 */
export const SUBJECT_LENGTH_MAX = 72;

const PREFIX = /^[a-z]+(?:\([^)]*\))?!?: /;

export function judgeSubject(subject: string): string | undefined {
  if (subject.length > SUBJECT_LENGTH_MAX)
    return `${subject.length} characters in the subject, at most ${SUBJECT_LENGTH_MAX}`;
  if (PREFIX.test(subject)) return 'a subject is a sentence: leave out the prefix';
  return subject.endsWith('.') ? 'a subject ends without a full stop' : undefined;
}
