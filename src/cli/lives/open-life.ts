/**
 * `perpetua lives open`: the venue of a life right before something in it, as the bot saw it. It is
 * made again from the seed and the commands that were kept, entry by entry.
 */
import { once } from 'node:events';
import { assembleHere } from '../../assembly/assemble.ts';
import { createClosings } from '../../assembly/closings.ts';
import type { OpenVenue } from '../../assembly/open-files.ts';
import { type AdminAddress, dataFilesOf, writeJsonFile } from '../../gateway/data-files.ts';
import { isoOf } from '../../journal/find-point.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { command, countOf, Misunderstood } from '../../terminal/command.ts';
import { complain, EXIT, type Output } from '../../terminal/output.ts';
import { whileWaiting } from '../../terminal/progress.ts';
import type { LifeCommand, LifePart } from '../../verdict/life-part.ts';
import { readSettings } from '../settings/read-settings.ts';
import { explainFailure } from '../start/explain-failure.ts';
import { awaitStop } from '../start/own-process.ts';
import { findMoment, type LifeMoment, MOMENT_KINDS, type MomentKind } from './explain-moment.ts';
import { type KeptLife, readLife } from './run-folder.ts';
import { contractsIn, venueSettings } from './venue-settings.ts';

const HELP = `Usage: perpetua lives open FOLDER --at MOMENT [options]

Opens the venue of a life as it was right before a trade of its report: prices,
book and account as the bot saw them. Time stands still until it is stepped.

  --at MOMENT     life-3:12 is the trade 12 of the life life-3; life-3:fill:40,
                  life-3:refusal:2 and life-3:liquidation:1 are what the tables
                  have under these numbers
  --why           only tell why it came so
  --variant TEXT  of a sweep, such as "size=0.1 look=30" (the one of the report)
  --port N        the port of the interface and the page (8700)`;

const PORT_USUAL = 8_700;
const PORT_MAX = 65_535;
const AT = /^(\S+?)(?::([a-z]+))?:([1-9]\d{0,9})$/;

export const openLife = command({ help: HELP, words: 1 }, async (flags, output) => {
  const [folder] = flags.words;
  const [, seed = '', word = 'trade', number = ''] = AT.exec(flags.values.get('at') ?? '') ?? [];
  if (folder === undefined) throw new Misunderstood('name the folder of a run, such as lives');
  if (seed === '')
    throw new Misunderstood('--at names a trade, such as life-3:12, or life-3:refusal:2');
  if (!isKind(word)) throw new Misunderstood(`--at knows ${MOMENT_KINDS.join(', ')}, not ${word}`);
  const port = countOf(flags, 'port', PORT_USUAL, PORT_MAX);
  const life = readLife(folder, seed, flags.values.get('variant'));
  if (typeof life === 'string') return complain(life, EXIT.failed, output);
  const moment = findMoment(life.part.record, word, Number(number));
  if (moment === undefined)
    return complain(`${seed} has no ${word} ${number} in its report`, EXIT.failed, output);
  for (const line of moment.words) output.out(line);
  if (flags.switches.has('why')) return EXIT.done;
  if (life.part.commands === null)
    return complain(`${seed} had too many orders to be made again`, EXIT.failed, output);
  return inTemporaryFolder((data) => serve({ life, moment, data, port }, output));
});

const isKind = (word: string): word is MomentKind => MOMENT_KINDS.some((kind) => kind === word);

interface Opened {
  readonly life: KeptLife;
  readonly moment: LifeMoment;
  readonly data: string;
  readonly port: number;
}

async function serve({ life, moment, data, port }: Opened, output: Output): Promise<number> {
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
    const { credentials, admin } = dataFilesOf(data);
    const { baseUrl, adminUrl: address, adminToken: token } = open.doors;
    await writeJsonFile(credentials, open.credentials);
    // The operator's commands find the venue by it.
    await writeJsonFile(admin, { address, token, baseUrl } satisfies AdminAddress);
    const reached = await whileWaiting(output, () => relive(open, part, moment), 'living it again');
    for (const line of placeWords(open, { moment, data, credentials, reached })) output.out(line);
    if (!stop.aborted) await once(stop, 'abort');
    return EXIT.done;
  } catch (error) {
    return complain(explainFailure(error, outcome.settings), EXIT.failed, output);
  } finally {
    await closings.closeAll();
  }
}

/** The number of the entry before the next one. */
async function relive(
  { venue, controls }: OpenVenue,
  { commands }: LifePart,
  { at: wantedAt, seq: wantedSeq, isAfter }: LifeMoment,
): Promise<number> {
  const goTo = async (at: number): Promise<void> => {
    const left = at - venue.read.now();
    if (left <= 0) return;
    controls.time.step(left);
    await controls.time.stepDone();
  };
  const isEarlier = ({ seq }: LifeCommand): boolean => seq < wantedSeq + (isAfter ? 1 : 0);
  for (const { at, command: each } of (commands ?? []).filter(isEarlier)) {
    await goTo(at);
    await venue.submit(each);
  }
  // It may come within a beat of the market, of which nothing is seen before.
  const isOwn = isAfter || commands?.some(({ seq }) => seq === wantedSeq);
  await goTo(wantedAt - (isOwn ? 0 : 1));
  return venue.read.seq();
}

interface Reached {
  readonly moment: LifeMoment;
  readonly data: string;
  readonly credentials: string;
  readonly reached: number;
}

function placeWords(
  { doors, venue }: OpenVenue,
  { moment, data, credentials, reached }: Reached,
): string[] {
  const { seq, isAfter } = moment;
  const behind = isAfter ? 0 : seq - 1 - reached;
  return [
    '',
    `It is ${isoOf(venue.read.now())}, entry ${reached}; ` +
      `it came ${isAfter ? 'after' : 'with'} entry ${seq}.`,
    ...(behind === 0 ? [] : [`  (the entries in between, ${behind}, are one beat of the market)`]),
    `  page   ${doors.baseUrl}`,
    `  keys   ${credentials}`,
    `  time   npx perpetua time step 1s --data ${data}`,
    'Ctrl-C stops it, and nothing of it is kept.',
  ];
}
