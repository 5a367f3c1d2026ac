/**
 * `perpetua lives open`: the venue of a life right before one of its trades. It is made again from
 * the seed and the commands that were kept, entry by entry, so that the book and the account are
 * what the bot saw.
 */
import { join } from 'node:path';
import { assembleHere } from '../../assembly/assemble.ts';
import { createClosings } from '../../assembly/closings.ts';
import type { OpenVenue } from '../../assembly/open-files.ts';
import { dataFilesOf, writeJsonFile } from '../../gateway/data-files.ts';
import { isoOf } from '../../journal/find-point.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { command, countOf, Misunderstood } from '../../terminal/command.ts';
import { complain, EXIT, type Output } from '../../terminal/output.ts';
import { whileWaiting } from '../../terminal/progress.ts';
import type { LifeCommand, LifePart } from '../../verdict/life-part.ts';
import type { TableRow } from '../../verdict/tables.ts';
import { readSettings } from '../settings/read-settings.ts';
import { awaitStop } from '../start/own-process.ts';
import { explainTrade } from './explain-trade.ts';
import { type KeptLife, readLife } from './run-folder.ts';
import { contractsIn, venueSettings } from './venue-settings.ts';

const HELP = `Usage: perpetua lives open FOLDER --at TRADE [options]

Opens the venue of a life as it was right before a trade of its report: prices,
book and account as the bot saw them. Time stands still until it is stepped with
POST /sandbox/time/step.

  --at TRADE    such as life-3:12, the trade 12 of the life life-3
  --why         only tell how the result of the trade came about
  --port N      the port of the interface and the page (8700)`;

const PORT_USUAL = 8_700;
const PORT_MAX = 65_535;
const AT = /^(\S+):([1-9]\d{0,9})$/;

export const openLife = command({ help: HELP, words: 1 }, async (flags, output) => {
  const [folder] = flags.words;
  const [, seed = '', number = ''] = AT.exec(flags.values.get('at') ?? '') ?? [];
  if (folder === undefined) throw new Misunderstood('name the folder of a run, such as lives');
  if (seed === '') throw new Misunderstood('--at names a trade, such as life-3:12');
  const port = countOf(flags, 'port', PORT_USUAL, PORT_MAX);
  const life = readLife(folder, seed);
  if (typeof life === 'string') return complain(life, EXIT.failed, output);
  const trade = life.part.record.tables.trades.find((row) => row.trade === Number(number));
  if (trade === undefined)
    return complain(`${seed} has no trade ${number} in its report`, EXIT.failed, output);
  for (const line of explainTrade(life.part, trade)) output.out(line);
  if (flags.switches.has('why')) return EXIT.done;
  if (life.part.commands === null)
    return complain(`${seed} had too many orders to be made again`, EXIT.failed, output);
  return inTemporaryFolder((data) => serve({ life, trade, data, port }, output));
});

interface Opened {
  readonly life: KeptLife;
  readonly trade: TableRow<'trades'>;
  readonly data: string;
  readonly port: number;
}

async function serve({ life, trade, data, port }: Opened, output: Output): Promise<number> {
  const { market, seed, part } = life;
  const own = { ...market, speed: null };
  const outcome = readSettings({
    args: [
      ...['--data', data, ...venueSettings(own, seed, contractsIn(data, market))],
      ...['--port', String(port), '--page', 'on'],
    ],
    environment: {},
    readText: () => undefined,
  });
  if ('faults' in outcome) return complain(outcome.faults.join('; '), EXIT.failed, output);
  const stop = awaitStop();
  const closings = createClosings();
  try {
    const open = await assembleHere(outcome.settings, closings, { fleeting: {} });
    const { credentials } = dataFilesOf(data);
    await writeJsonFile(credentials, open.credentials);
    const reached = await whileWaiting(output, () => relive(open, part, trade), 'living it again');
    for (const line of placeWords(open, { trade, credentials, reached })) output.out(line);
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      else stop.addEventListener('abort', () => resolve());
    });
    return EXIT.done;
  } finally {
    await closings.closeAll();
  }
}

/** The number of the entry before the next one. */
async function relive(
  { venue, controls }: OpenVenue,
  { commands }: LifePart,
  { openedAt, openedSeq }: TableRow<'trades'>,
): Promise<number> {
  const goTo = async (at: number): Promise<void> => {
    const left = at - venue.read.now();
    if (left <= 0) return;
    controls.time.step(left);
    await controls.time.stepDone();
  };
  const isEarlier = ({ seq }: LifeCommand): boolean => seq < openedSeq;
  for (const { at, command: each } of (commands ?? []).filter(isEarlier)) {
    await goTo(at);
    await venue.submit(each);
  }
  // The order that opens the trade may come within a beat, of which nothing is seen before.
  await goTo(openedAt - (commands?.some(({ seq }) => seq === openedSeq) ? 0 : BEAT_MILLIS));
  return venue.read.seq();
}

const BEAT_MILLIS = 500;

interface Reached {
  readonly trade: TableRow<'trades'>;
  readonly credentials: string;
  readonly reached: number;
}

function placeWords(
  { doors, venue }: OpenVenue,
  { trade, credentials, reached }: Reached,
): string[] {
  const behind = trade.openedSeq - 1 - reached;
  return [
    '',
    `It is ${isoOf(venue.read.now())}, entry ${reached}; ` +
      `the trade began with entry ${trade.openedSeq}.`,
    ...(behind === 0 ? [] : [`  (the entries in between, ${behind}, are one beat of the market)`]),
    `  page   ${doors.baseUrl}`,
    `  keys   ${join(credentials)}`,
    `  time   curl -X POST ${doors.baseUrl}/sandbox/time/step -d '{"seconds":1}' ` +
      "-H 'content-type: application/json'",
    'Ctrl-C stops it, and nothing of it is kept.',
  ];
}
