/** What each account has shown that it can do, with the evidence: when, by which request. */
import type { DatabaseSync } from 'node:sqlite';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { QUALIFYING_STEPS, type QualifyingStep } from '../../wire/competition/qualifying-step.ts';

export interface Evidence {
  readonly step: QualifyingStep;
  readonly at: Millis;
  /** The request, and for an order its id and value. */
  readonly evidence: string;
}

export interface Qualifications {
  /** The first time counts; later ones change nothing. */
  readonly note: (account: AccountId, evidence: Evidence) => void;
  readonly of: (account: AccountId) => readonly Evidence[];
  /** How many steps each account has shown; one that has shown none is not in it. */
  readonly counts: () => ReadonlyMap<AccountId, number>;
}

export function createQualifications(database: DatabaseSync): Qualifications {
  const insert = database.prepare(
    'INSERT INTO qualifications VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const select = database.prepare(
    'SELECT step, at, evidence FROM qualifications WHERE account = ? ORDER BY at, step',
  );
  const count = database.prepare(
    'SELECT account, COUNT(*) AS value FROM qualifications GROUP BY account',
  );
  return {
    counts: () =>
      new Map(count.all().map((row) => [accountId(Number(row['account'])), Number(row['value'])])),
    note: (account, { step, at, evidence }) => {
      insert.run(account, step, at, evidence);
    },
    of: (account) =>
      select.all(account).flatMap((row) => {
        const step = QUALIFYING_STEPS.find((known) => known === row['step']);
        if (step === undefined) return [];
        return [{ step, at: millis(Number(row['at'])), evidence: String(row['evidence']) }];
      }),
  };
}
