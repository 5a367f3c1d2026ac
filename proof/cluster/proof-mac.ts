/** The key of replicas that prove something and keep no secrets. */
import { createSecretKey } from 'node:crypto';
import { LogMac } from '../../src/venue/replica/log-mac.ts';

const KEY = createSecretKey(Buffer.alloc(32, 'no secret'));

export const proofMac = (name: string, venue: string): LogMac => new LogMac(KEY, { name, venue });
