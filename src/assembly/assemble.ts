/** A venue from its settings, whichever log they name. */
import type { Closings } from './closings.ts';
import { type Fleeting, openFiles } from './open-files.ts';
import { partsOf, prepare, type RunChoices, serveHome } from './put-together.ts';
import { LOG_IN_FILES, type Settings } from './settings.ts';

/** One whose journal is in files, or in memory alone. */
export async function assembleHere(
  settings: Settings,
  closings: Closings,
  { fleeting, ...choices }: RunChoices & { readonly fleeting?: Fleeting | undefined } = {},
) {
  const parts = partsOf(settings, closings, choices);
  return serveHome(await openFiles(parts, fleeting), parts);
}

export async function assemble(settings: Settings, closings: Closings, choices: RunChoices) {
  if (settings.log === LOG_IN_FILES) return assembleHere(settings, closings, choices);
  // The clients of a log service and a database are loaded only here.
  const { openReplica } = await import('./cluster/open-replica.ts');
  const parts = partsOf(settings, closings, choices);
  const home = await openReplica(parts);
  return settings.doors
    ? serveHome(home, parts)
    : { ...(await prepare(home, parts)), doors: undefined };
}
