/** Sanctions as an action of the organiser, with the evidence. */
import { choiceField, longField } from '../parts/form-fields.tsx';
import type { Act } from './act.tsx';
import { tell } from './console-words.ts';

const STEPS = ['warn', 'throttle', 'freeze', 'disqualify', 'reinstate'] as const;

export const stepText = (step: string): string => {
  const known = STEPS.find((one) => one === step);
  return known === undefined ? step : tell(`sanction:${known}`);
};

export const sanctioning = (team: string, evidence: string, reason = ''): Act => ({
  title: tell('sanctionTitle', { team }),
  consequences: [tell('sanctionConsequence1'), tell('sanctionConsequence2')],
  fields: [
    choiceField(
      'step',
      tell('sanctionStep'),
      STEPS.map((step) => [step, tell(`sanction:${step}`)]),
    ),
    { ...longField('reason', tell('reason'), tell('reasonPublished')), value: reason },
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
