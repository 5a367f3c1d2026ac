/** `perpetua competition publish` and `verify`: their options and their output. */
import { existsSync, readFileSync } from 'node:fs';
import { findSeedFile } from '../../assembly/market-seed.ts';
import { many } from '../../domain/many.ts';
import { quoted } from '../../journal/command-line.ts';
import { formatDifference } from '../../results/difference.ts';
import { findPublicKey, hexOf } from '../../results/publication-key.ts';
import { NotPublishable, publishSeason } from '../../results/publish-season.ts';
import { verifySeason, verifyWithTapes } from '../../results/verify-season.ts';
import { command, countOf, Misunderstood } from '../../terminal/command.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { filesOf } from '../start/own-process.ts';

const PUBLISH_HELP = `Usage: perpetua competition publish --out FOLDER [--data DIR] [--season N]
                                    [--json]

Writes the signed result of a season: standings, rules, journal, fills.`;

const VERIFY_HELP = `Usage: perpetua competition verify FOLDER [--public-key KEY]
                                   [--tape FILE,FILE] [--json]

Replays a published result and says whether every figure follows from its
journal. KEY is 64 hexadecimal digits, or a PEM file. With the tapes that were
played, every moment of them is played again.`;

export const runPublish = command({ help: PUBLISH_HELP, words: 1 }, async (flags, output) => {
  const { values, words, switches } = flags;
  const outFolder = values.get('out') ?? words[0];
  if (outFolder === undefined) throw new Misunderstood('--out is needed');
  const season = values.has('season') ? countOf(flags, 'season', 1, 999_999_999) : null;
  const files = filesOf(values.get('data'));
  const isJson = switches.has('json');
  try {
    const manifest = await publishSeason({
      dataFolder: files.folder,
      seeds: findSeedFile(files.marketSeed)?.seeds ?? [],
      outFolder,
      season,
      out: isJson ? output.err : output.out,
    });
    const check = `npx perpetua competition verify ${quoted(outFolder)}`;
    return { lines: [`Written to ${outFolder}. Check it with: ${check}`], body: manifest };
  } catch (error) {
    if (!(error instanceof NotPublishable)) throw error;
    return complain(`nothing is published: ${error.message}`, EXIT.failed, output);
  }
});

export const runVerify = command({ help: VERIFY_HELP, words: 1 }, async (flags, output) => {
  const [folder] = flags.words;
  if (folder === undefined) throw new Misunderstood('name a folder');
  const given = flags.values.get('public-key');
  const publicKey = given === undefined ? null : readKey(given);
  if (publicKey === undefined)
    throw new Misunderstood('--public-key takes 64 hex digits or a PEM file');
  const tapes = flags.values.get('tape')?.split(',') ?? [];
  const asked = { folder, publicKey, out: output.err };
  const verdict =
    tapes.length === 0 ? verifySeason(asked) : await verifyWithTapes({ ...asked, tapes });
  if (!verdict.isGood) {
    if (!flags.switches.has('json')) output.err(`No. ${formatDifference(verdict.difference)}`);
    return { lines: [], body: verdict, code: EXIT.failed };
  }
  const { manifest } = verdict;
  const lines = [
    ...(publicKey === null
      ? [`Signed by ${verdict.publicKey}: compare it with the organiser's key.`]
      : []),
    ...(manifest.final ? [] : ['The season was not closed: the result is provisional.']),
    ...verdict.remarks,
    `Yes. Every figure of season ${manifest.season}, "${manifest.name}", follows from its ` +
      `journal of ${many(manifest.lastSeq - manifest.startSeq, 'entry', 'entries')}.`,
  ];
  return { lines, body: verdict };
});

/** Takes hex digits or the path of a PEM file; undefined if it is neither. */
function readKey(given: string): string | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(given)) return given.toLowerCase();
  const key = existsSync(given) ? findPublicKey(readFileSync(given, 'latin1')) : undefined;
  return key === undefined ? undefined : hexOf(key);
}
