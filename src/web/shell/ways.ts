/** The views that the public port serves. */
import { say } from './language.ts';
import type { Way } from './page-frame.tsx';
import { path } from './route.ts';

export const publicWays = (): readonly Way[] => [
  { href: '/', label: say('terminal'), isHere: path.value === '/' },
  { href: '/portfolio', label: say('portfolio'), isHere: path.value === '/portfolio' },
  { href: '/arena', label: say('arena'), isHere: path.value.startsWith('/arena') },
  { href: '/docs', label: say('documents'), isElsewhere: true },
];
