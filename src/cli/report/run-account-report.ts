/** `perpetua report`: an account of a data folder, told as a life of a bot is. */
import { formatDuration } from '../../domain/duration.ts';
import { accountId } from '../../domain/ids.ts';
import { many } from '../../domain/many.ts';
import { millis } from '../../domain/units.ts';
import { isoOf } from '../../journal/find-point.ts';
import { replayAccount } from '../../results/replay-account.ts';
import { command, countOf, Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';
import { type LifePart, writePart } from '../../verdict/life-part.ts';
import { NO_VARIANT } from '../../verdict/variants.ts';
import { parseMoment } from '../competition/parse-moment.ts';
import { beginFolder, partOf, reportFile, writeFolder } from '../lives/run-folder.ts';
import type { RunSubject } from '../lives/run-subject.ts';

const HELP = `Usage: perpetua report --account N [options]

Tells what an account did: report.html, one page that needs no network, and
beside it trades, fills, orders, positions, funding, equity and refusals as CSV
and Parquet. The journal of the data folder is read and not changed, also while
a venue writes it. The life begins with the first moment without positions.

  --account N    the account, by its number
  --data FOLDER  the data folder (PERPETUA_DATA, or data)
  --from TIME    not before this venue time, such as 2026-03-01T12:00:00Z
  --to TIME      up to this venue time (the last entry)
  --out FOLDER   where the report goes (report)`;

const ACCOUNT_MAX = 2 ** 31;

export const runAccountReport = command({ help: HELP }, async (flags, output) => {
  const { values } = flags;
  if (!values.has('account')) throw new Misunderstood('--account N names the account');
  const number = countOf(flags, 'account', 1, ACCOUNT_MAX);
  const dataFolder = values.get('data') ?? process.env['PERPETUA_DATA'] ?? 'data';
  const progress = createProgress(output);
  const part = await replayAccount({
    dataFolder,
    account: accountId(number),
    from: momentOf(flags, 'from', 0),
    to: momentOf(flags, 'to', Number.MAX_SAFE_INTEGER),
    tell: (seq, last) => progress.tell(() => `entry ${seq} of ${last}`),
  });
  progress.end();
  if (typeof part === 'string') return complain(part, EXIT.failed, output);
  const subject = subjectFor({ number, dataFolder, out: values.get('out') ?? 'report' }, part);
  const [seed = ''] = subject.seeds;
  const task = { place: 0, variant: NO_VARIANT, seed };
  beginFolder(subject, false);
  writePart(partOf(subject, task), part);
  const lived = [{ ...task, outcome: { seed, figures: part.figures, wallSeconds: 0 } }];
  writeFolder(subject, lived, () => ({ lived }));
  const { trades } = part.record.tables;
  const fills = many(part.figures.fills, 'fill');
  output.out(`Account ${number}: ${many(trades.length, 'trade')}, ${fills}.`);
  output.out(`The report: ${reportFile(subject)}, and all of it as data beside it`);
  return EXIT.done;
});

function momentOf({ values }: Flags, name: string, usual: number) {
  const text = values.get(name);
  const at = text === undefined ? usual : text === 'now' ? undefined : parseMoment(text, 0);
  if (at === undefined)
    throw new Misunderstood(`--${name} is a time such as 2026-03-01T12:00:00Z, not ${text}`);
  return millis(at);
}

interface Reported {
  readonly number: number;
  readonly dataFolder: string;
  readonly out: string;
}

function subjectFor({ number, dataFolder, out }: Reported, { record }: LifePart): RunSubject {
  const { startAt, endAt } = record;
  const lifeMillis = endAt - startAt;
  const span = `from ${isoOf(startAt)} to ${isoOf(endAt)}`;
  const words = `--account ${number} --data ${dataFolder} --to ${isoOf(endAt)}`;
  const command = `npx perpetua report ${words}`;
  return {
    out,
    bot: `account ${number} of ${dataFolder}`,
    seeds: [`account-${number}`],
    parameters: [],
    lifeMillis,
    about: `of ${formatDuration(Math.ceil(lifeMillis / 1_000) * 1_000)}, ${span}`,
    terms: [dataFolder, number],
    files: new Map(),
    command,
    replayOf: () => command,
    against: undefined,
    head: { account: number, data: dataFolder, startAt: isoOf(startAt), endAt: isoOf(endAt) },
    market: null,
  };
}
