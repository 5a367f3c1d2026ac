/**
 * `perpetua competition publish`: writes the result of a season into a folder that anyone can
 * check. The data folder is only read, except that the signing key is made once, so the venue may
 * be running.
 */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { many } from '../domain/many.ts';
import { ENGINE_VERSION } from '../venue/open-venue.ts';
import { sha256 } from './journal-parts.ts';
import { type PublicationKey, takePublicationKey } from './publication-key.ts';
import {
  FORMAT,
  listPublished,
  MANIFEST_FILE,
  type Manifest,
  NO_HASH,
  PUBLIC_KEY_FILE,
  type PublishedFile,
  SEED_FILE,
  SIGNATURE_FILE,
} from './published-folder.ts';
import { selectSeeds } from './revealed-seeds.ts';
import { NotPublishable, type PublishWords, type Walked, walkJournal } from './walk-journal.ts';

export async function publishSeason(words: PublishWords): Promise<Manifest> {
  const { outFolder } = words;
  if (existsSync(outFolder) && readdirSync(outFolder).length > 0)
    throw new NotPublishable(`${outFolder} is not empty; name a new folder`);
  const folder = `${outFolder}.part`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const manifest = await fill(words, folder);
    rmSync(outFolder, { recursive: true, force: true });
    renameSync(folder, outFolder);
    return manifest;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(words: PublishWords, folder: string): Promise<Manifest> {
  const walked = await walkJournal(words, folder);
  for (const [file, text] of walked.cut.documents) writeFileSync(join(folder, file), text);
  reveal(words, walked, folder);
  const manifest = manifestOf(walked, folder);
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const key = takePublicationKey(words.dataFolder);
  writeFileSync(join(folder, MANIFEST_FILE), text);
  writeFileSync(join(folder, SIGNATURE_FILE), key.sign(Buffer.from(text)));
  writeFileSync(join(folder, PUBLIC_KEY_FILE), key.publicPem);
  tell(words, manifest, { key, teams: walked.season.entrants.length });
  return manifest;
}

/** Writes the seed of the season's market, if it has one. */
function reveal({ seeds = [], out }: PublishWords, { season }: Walked, folder: string): void {
  if (season.market === null) {
    out('The market of this season cannot be checked: its journal has no commitment to a seed.');
    return;
  }
  const revealed = seeds.length === 0 ? [] : selectSeeds(seeds, season);
  if (typeof revealed === 'string') throw new NotPublishable(revealed);
  if (revealed.length > 0)
    writeFileSync(join(folder, SEED_FILE), `${JSON.stringify(revealed, null, 1)}\n`);
  else
    out(
      `The seed with the commitment ${season.market.commitment} is lost: nobody can check the ` +
        'market of this season, and verify will say so.',
    );
}

const manifestOf = ({ season, startSeq, startStateHash, parts, cut }: Walked, folder: string) => ({
  format: FORMAT,
  version: ENGINE_VERSION,
  season: season.season,
  name: season.rules.name,
  final: cut.isClosed,
  startSeq,
  startStateHash,
  lastSeq: cut.seq,
  stateHash: cut.stateHash,
  chainHead: parts.at(-1)?.contentSha256 ?? NO_HASH,
  journal: [...parts],
  files: listPublished(folder).map((file): PublishedFile => {
    const bytes = readFileSync(join(folder, file));
    return { file, bytes: bytes.length, sha256: sha256(bytes) };
  }),
});

function tell(
  { out }: PublishWords,
  manifest: Manifest,
  { key, teams }: { readonly key: PublicationKey; readonly teams: number },
): void {
  const { season, name, final, startSeq, lastSeq, files, chainHead } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  out(`season ${season}, "${name}": ${many(teams, 'team')}`);
  const entries = many(lastSeq - startSeq, 'entry', 'entries');
  out(`${entries}, ${many(files.length, 'file')}, ${many(bytes, 'byte')}`);
  if (!final) out('The season is not closed yet: this result is provisional.');
  out(`head of the journal's hash chain: ${chainHead}`);
  out(`public key: ${key.publicHex}`);
}
