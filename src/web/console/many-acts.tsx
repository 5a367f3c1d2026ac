/** Actions on many teams at once: one after the other, with progress and every refusal named. */
import { claimRow, type Entered, readTeams } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { Button } from '../parts/controls.tsx';
import { saveFile } from '../parts/save-file.ts';
import type { Act, NoteProgress } from './act.tsx';
import { changeAdmin } from './admin-client.ts';
import { tell } from './console-words.ts';
import { fileName, readWhole } from './list-tools.tsx';
import { overview } from './overview-feed.ts';

interface Each<Value> {
  readonly about: string;
  readonly path: string;
  readonly body: object;
  readonly keep?: (value: Value) => void;
}

interface ManyDone {
  readonly count: number;
  readonly refused: readonly { readonly about: string; readonly message: string }[];
}

async function runEach<Value>(all: readonly Each<Value>[], note: NoteProgress): Promise<ManyDone> {
  const refused: { about: string; message: string }[] = [];
  for (const [place, { about, path, body, keep }] of all.entries()) {
    note(place, all.length);
    const answer = await changeAdmin<Value>(path, body);
    if (answer.ok) keep?.(answer.value);
    else refused.push({ about, message: answer.message || tell('venueUnreachable') });
  }
  return { count: all.length, refused };
}

const ManyOutcome = ({ of: { count, refused } }: { of: ManyDone }) => (
  <>
    <p>{tell('manyDone', { done: count - refused.length, count })}</p>
    {refused.length === 0 ? null : (
      <ul class="consequences many-refused">
        {refused.map(({ about, message }, place) => (
          <li key={`${place} ${about}`}>
            {about}: {message}
          </li>
        ))}
      </ul>
    )}
  </>
);

/** Those selected, or everyone who waits; the list is read when the organiser confirms. */
export const approvingMany = (count: number, chosen?: ReadonlySet<string>): Act => ({
  title: tell('approveManyTitle', { count }),
  consequences: [tell('approveManyConsequence'), tell('approveConsequence2')],
  path: '/competition/registrations/:id/approve',
  button: tell('approve'),
  run: async (_typed, note) => {
    const path = '/competition/registrations';
    const rows = await readWhole<{ id: string; team: string }>(`${path}?state=registered`);
    if (rows === undefined) return { ok: false, status: 0, message: '' };
    const wanted = chosen === undefined ? rows : rows.filter(({ id }) => chosen.has(id));
    const all = wanted.map(({ id, team }) => ({
      about: team,
      path: `${path}/${id}/approve`,
      body: {},
    }));
    return { ok: true, value: <ManyOutcome of={await runEach(all, note)} /> };
  },
});

export const importing = (): Act => ({
  title: tell('importTitle'),
  consequences: [tell('importConsequence1'), tell('importConsequence2')],
  fields: [
    {
      name: 'file',
      label: tell('importFile'),
      kind: 'file',
      hint: tell('importHint'),
      isNeeded: true,
    },
  ],
  path: '/competition/registrations',
  button: tell('import'),
  run: async ({ file = '' }, note) => {
    const teams = readTeams(file);
    if ('missing' in teams) {
      const message = tell('missingColumns', { columns: teams.missing });
      return { ok: false, status: 400, message };
    }
    const claims: object[] = [];
    const done = await runEach<Entered>(
      teams.map((row) => ({
        about: row.team,
        path: '/competition/registrations',
        body: row,
        keep: (entered) => claims.push(claimRow(row, entered, overview.value?.baseUrl ?? '')),
      })),
      note,
    );
    return { ok: true, value: <ImportOutcome done={done} claims={claims} /> };
  },
});

const ImportOutcome = ({ done, claims }: { done: ManyDone; claims: readonly object[] }) => (
  <>
    <ManyOutcome of={done} />
    {claims.length === 0 ? null : (
      <Button label={tell('saveClaims')} act={() => saveFile(fileName('claims'), csvOf(claims))} />
    )}
  </>
);
