/** The token that lets the operator in: made once, and kept as a note. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RecordsError } from '../../facts/records.ts';
import type { VenueNotes } from '../notes.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * Reads the note, or makes a new token where there is none. One that cannot be used is set aside
 * and told of: a token is easily made anew, and no reason not to open.
 */
export async function loadAdminToken(
  notes: VenueNotes,
  name: 'adminToken' | 'observerToken',
  tell: (message: string) => void = () => undefined,
): Promise<string> {
  const fault = await findFault(notes, name);
  if (fault !== undefined) {
    const aside = await notes.setAside(name);
    const kept = `it is kept as ${aside}, and a new token takes its place`;
    tell(`${notes.placeOf(name)} ${fault}; ${kept}`);
  }
  return (await notes.provide(name, `${randomBytes(32).toString('hex')}\n`)).trim();
}

async function findFault(
  notes: VenueNotes,
  name: 'adminToken' | 'observerToken',
): Promise<string | undefined> {
  try {
    const known = await notes.find(name);
    const isFine = known === undefined || TOKEN.test(known.trim());
    return isFine ? undefined : 'is not 64 hexadecimal digits';
  } catch (error) {
    if (error instanceof RecordsError) throw error;
    return 'cannot be read';
  }
}

/** From an `Authorization` header, in constant time whatever its length. */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
