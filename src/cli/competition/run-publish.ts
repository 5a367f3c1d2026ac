/** `perpetua competition publish` and `verify`: their options and their output. */
import { existsSync, readFileSync } from 'node:fs';
import { findSeedFile } from '../../assembly/market-seed.ts';
import { dataFilesOf } from '../../gateway/data-files.ts';
import { quoted } from '../../journal/command-line.ts';
import { formatDifference } from '../../results/difference.ts';
import { findPublicKey, hexOf } from '../../results/publication-key.ts';
import { publishSeason } from '../../results/publish-season.ts';
import { verifySeason } from '../../results/verify-season.ts';
import { NotPublishable } from '../../results/walk-journal.ts';
import { isHelp, parseFlags } from '../../terminal/flags.ts';
import { complain, EXIT, type Output } from '../../terminal/output.ts';

const PUBLISH_HELP = `Usage: perpetua competition publish --out FOLDER [--data DIR] [--season N]
                                    [--json]

Writes the signed result of a season: standings, rules, journal, fills.`;

const VERIFY_HELP = `Usage: perpetua competition verify FOLDER [--public-key KEY] [--json]

Replays a published result and says whether every figure follows from its
journal. KEY is 64 hexadecimal digits, or a PEM file.`;

export async function runPublish(args: readonly string[], output: Output): Promise<number> {
  if (args.some(isHelp)) return explain(PUBLISH_HELP, output);
  const flags = parseFlags(args, { values: ['data', 'out', 'season'], switches: ['json'] });
  if (typeof flags === 'string') return misunderstood(output, flags, PUBLISH_HELP);
  const { PERPETUA_DATA } = process.env;
  const outFolder = flags.values.get('out') ?? flags.words[0];
  const season = flags.values.get('season');
  if (outFolder === undefined) return misunderstood(output, '--out is needed', PUBLISH_HELP);
  if (season !== undefined && !/^[1-9]\d{0,8}$/.test(season))
    return misunderstood(
      output,
      `--season takes the number of a season, not ${season}`,
      PUBLISH_HELP,
    );
  try {
    const dataFolder = flags.values.get('data') ?? PERPETUA_DATA ?? 'data';
    const isJson = flags.switches.has('json');
    const manifest = await publishSeason({
      dataFolder,
      seeds: findSeedFile(dataFilesOf(dataFolder).marketSeed)?.seeds ?? [],
      outFolder,
      season: season === undefined ? null : Number(season),
      out: isJson ? output.err : output.out,
    });
    if (isJson) {
      output.out(JSON.stringify(manifest));
      return EXIT.done;
    }
    const check = `npx perpetua competition verify ${quoted(outFolder)}`;
    output.out(`Written to ${outFolder}. Check it with: ${check}`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof NotPublishable)) throw error;
    return complain(`nothing is published: ${error.message}`, EXIT.failed, output);
  }
}

export function runVerify(args: readonly string[], output: Output): number {
  if (args.some(isHelp)) return explain(VERIFY_HELP, output);
  const flags = parseFlags(args, { values: ['public-key'], switches: ['json'] });
  if (typeof flags === 'string') return misunderstood(output, flags, VERIFY_HELP);
  const folder = flags.words[0];
  if (folder === undefined) return misunderstood(output, 'name a folder', VERIFY_HELP);
  const given = flags.values.get('public-key');
  const publicKey = given === undefined ? null : readKey(given);
  if (publicKey === undefined)
    return misunderstood(output, '--public-key takes 64 hex digits or a PEM file', VERIFY_HELP);
  const verdict = verifySeason({ folder, publicKey, out: output.err });
  if (flags.switches.has('json')) {
    output.out(JSON.stringify(verdict));
    return verdict.isGood ? EXIT.done : EXIT.failed;
  }
  if (!verdict.isGood) {
    output.err(`No. ${formatDifference(verdict.difference)}`);
    return EXIT.failed;
  }
  const { manifest } = verdict;
  if (publicKey === null)
    output.out(`Signed by ${verdict.publicKey}: compare it with the organiser's key.`);
  if (!manifest.final) output.out('The season was not closed: the result is provisional.');
  for (const remark of verdict.remarks) output.out(remark);
  output.out(
    `Yes. Every figure of season ${manifest.season}, "${manifest.name}", follows from its ` +
      `journal of ${manifest.lastSeq - manifest.startSeq} entries.`,
  );
  return EXIT.done;
}

/** Takes hex digits or the path of a PEM file; undefined if it is neither. */
function readKey(given: string): string | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(given)) return given.toLowerCase();
  const key = existsSync(given) ? findPublicKey(readFileSync(given, 'latin1')) : undefined;
  return key === undefined ? undefined : hexOf(key);
}

function explain(help: string, output: Output): number {
  output.out(help);
  return EXIT.done;
}

function misunderstood(output: Output, message: string, help: string): number {
  output.err(`perpetua: ${message}`);
  output.err(help);
  return EXIT.misunderstood;
}
