/** What each account has shown that it can do, with the evidence: when, by which request. */
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { RecordRow, Tables } from '../../facts/records.ts';
import { QUALIFYING_STEPS, type QualifyingStep } from '../../wire/competition/qualifying-step.ts';

export interface Evidence {
  readonly step: QualifyingStep;
  readonly at: Millis;
  /** The request, and for an order its id and value. */
  readonly evidence: string;
}

export interface Qualifications {
  /** The first time counts; later ones change nothing. */
  readonly note: (account: AccountId, evidence: Evidence) => Promise<void>;
  readonly of: (account: AccountId) => Promise<readonly Evidence[]>;
  /** Of every account that has shown something. */
  readonly all: () => Promise<ReadonlyMap<AccountId, readonly Evidence[]>>;
}

const INSERT = 'INSERT INTO qualifications VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const SELECT = 'SELECT * FROM qualifications';

export function createQualifications({ ask }: Tables): Qualifications {
  return {
    note: async (account, { step, at, evidence }) => {
      await ask(INSERT, [account, step, at, evidence]);
    },
    of: async (account) =>
      (await ask(`${SELECT} WHERE account = ? ORDER BY at, step`, [account])).flatMap(toEvidence),
    all: async () => {
      const found = new Map<AccountId, Evidence[]>();
      for (const row of await ask(`${SELECT} ORDER BY at, step`)) {
        const account = accountId(Number(row['account']));
        const own = found.get(account) ?? [];
        own.push(...toEvidence(row));
        found.set(account, own);
      }
      return found;
    },
  };
}

function toEvidence(row: RecordRow): Evidence[] {
  const step = QUALIFYING_STEPS.find((known) => known === row['step']);
  if (step === undefined) return [];
  return [{ step, at: millis(Number(row['at'])), evidence: String(row['evidence']) }];
}
