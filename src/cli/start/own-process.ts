/** How a command of ours starts another program of this package as a process of its own. */
import { fileURLToPath } from 'node:url';

/** Where the launcher, too, keeps what Node made of the sources. */
export const COMPILED = fileURLToPath(new URL('../../../dist/compiled', import.meta.url));
/** As the launcher starts a venue. */
export const YOUNG_OBJECTS = '--max-semi-space-size=16';

/** Settings in the environment of the person who runs this do not reach the program. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name !== 'PORT' && !name.startsWith('PERPETUA_'),
    ),
  );

const PLENTY = '1000000000';
const LIMITS = ['address-weight', 'account-weight', 'orders-per-second', 'cancels-per-second'];

/** Limits that nobody reaches. */
export const NO_LIMITS: readonly string[] = LIMITS.flatMap((name) => [`--${name}`, PLENTY]);
