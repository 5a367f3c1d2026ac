import { expect, test } from 'vitest';
import { auditOutcome, auditSentence, isAuditFound } from './audit-sentences.ts';

const ENTRY = {
  number: 7,
  at: 0,
  role: 'organiser',
  actor: 'ann',
  action: '/competition/registrations/:id/approve',
  about: 'team=Team 17 id=a1b2',
  reason: '',
  outcome: 'refused: FAILED_PRECONDITION: there are 50 teams',
};

test('[CONSOLE-4] an entry of the audit log is a sentence in either language', () => {
  expect(auditSentence(ENTRY, 'en')).toBe('approved Team 17');
  expect(auditSentence(ENTRY, 'zh')).toBe('批准了 Team 17');
  expect(auditOutcome(ENTRY, 'en')).toBe('refused: there are 50 teams');
  const sanction = { action: '/competition/sanctions', about: 'team=Foxes step=freeze' };
  expect(auditSentence(sanction, 'en')).toBe('froze Foxes');
  expect(auditSentence({ action: '/new/verb', about: 'x=1' }, 'en')).toBe('/new/verb x=1');
});

test('[CONSOLE-10] an entry is found by what people read of it', () => {
  for (const sought of ['ann approved', 'TEAM 17', '批准了', 'refused', ' approved '])
    expect(isAuditFound(ENTRY, sought)).toBe(true);
  expect(isAuditFound(ENTRY, 'rejected')).toBe(false);
});
