/** Sanctions as an action of the organiser, with the evidence. */
import type { Act } from './act.tsx';
import { type ConsoleWord, tell } from './console-words.ts';

const STEPS: readonly (readonly [string, ConsoleWord])[] = [
  ['warn', 'stepWarn'],
  ['throttle', 'stepThrottle'],
  ['freeze', 'stepFreeze'],
  ['disqualify', 'stepDisqualify'],
  ['reinstate', 'stepReinstate'],
];

export const stepText = (step: string): string => {
  const word = STEPS.find(([value]) => value === step)?.[1];
  return word === undefined ? step : tell(word);
};

export const sanctioning = (team: string, evidence: string, reason = ''): Act => ({
  title: tell('sanctionTitle', { team }),
  consequences: [tell('sanctionConsequence1'), tell('sanctionConsequence2')],
  fields: [
    {
      name: 'step',
      label: tell('sanctionStep'),
      kind: 'choice',
      value: 'warn',
      options: STEPS.map(([value, word]) => ({ value, label: tell(word) })),
    },
    {
      name: 'reason',
      label: tell('reason'),
      kind: 'long',
      value: reason,
      hint: tell('reasonPublished'),
      isNeeded: true,
    },
    { name: 'evidence', label: tell('evidenceHash'), value: evidence },
  ],
  path: '/competition/sanctions',
  body: ({ step = '', reason: typed = '', evidence: hash = '' }) => ({
    team,
    step,
    reason: typed,
    ...(hash === '' ? {} : { evidence: hash }),
  }),
  button: tell('sanctionWord'),
  isDangerous: true,
});

/** A hash of the evidence, to prove later what it was. */
export async function hashOf(evidence: object): Promise<string> {
  // Browsers offer hashing only on secure pages.
  if (globalThis.crypto?.subtle === undefined) return '';
  const bytes = new TextEncoder().encode(JSON.stringify(evidence));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
