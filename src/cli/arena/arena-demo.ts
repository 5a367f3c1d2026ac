/** `perpetua arena demo`: a whole arena on this machine, with stand-ins for the models. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStandIn } from '../../arena/stand-in.ts';
import { complain, EXIT, show } from '../../terminal/output.ts';
import { contestCommand } from '../contest/verb-parts.ts';
import { playFrom, replayFrom } from './arena-verbs.ts';

const HELP = `Usage: perpetua arena demo [--out FOLDER]

  --out FOLDER  where the result goes (a new folder)

Three stand-ins for models and five programs play twelve markets against each
other, offline. The result is written, played again and compared.`;

const EXAMPLES = fileURLToPath(new URL('../../../examples/contest/', import.meta.url));
const MODELS = ['trend', 'contrarian', 'careful'];
const PROGRAMS = ['trend.ts', 'contrarian.ts', 'maker.js', 'random.js', 'hold.js'];
const PARALLEL = 2;

export const runArenaDemo = contestCommand({ help: HELP }, async ({ values }, output) => {
  const folder = values.get('out') ?? mkdtempSync(join(tmpdir(), 'perpetua-arena-'));
  const standIn = await startStandIn();
  const asked = mkdtempSync(join(tmpdir(), 'perpetua-demo-'));
  try {
    const file = join(asked, 'arena.json');
    writeFileSync(file, JSON.stringify(arenaOf(standIn.url)));
    show(await playFrom(file, folder, PARALLEL, output), false, output);
  } finally {
    standIn.close();
    rmSync(asked, { recursive: true, force: true });
  }
  const told = await replayFrom(folder, PARALLEL, output);
  if (told.code === EXIT.failed) complain('the replay differs', EXIT.failed, output);
  return told;
});

const arenaOf = (url: string): object => ({
  name: 'Demo of an arena',
  rules: {
    contracts: ['BTC'],
    hours: 0.5,
    cadenceSeconds: 45,
    seeds: 12,
    book: 'together',
  },
  orderValueMax: 5_000,
  contestants: [
    ...MODELS.map((rule) => ({
      kind: 'model',
      name: `model-${rule}`,
      url,
      model: `stand-in-${rule}`,
      inputPrice: 1,
      outputPrice: 5,
    })),
    ...PROGRAMS.map((file) => ({
      kind: 'program',
      name: `program-${file.slice(0, -3)}`,
      file: join(EXAMPLES, file),
    })),
  ],
});
