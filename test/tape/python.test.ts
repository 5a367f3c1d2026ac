import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openSandbox } from '../../src/sandbox/perpetua.ts';
import { makeRecording } from './make-recording.ts';

const BOT = fileURLToPath(new URL('./tape_bot.py', import.meta.url));
const { CI } = process.env;
const isMissing = spawnSync('python3', ['--version']).error !== undefined;
const HINT = isMissing ? ' (install python3: apt, brew or dnf)' : '';

test.skipIf(isMissing && CI !== 'true')(
  `[TAPE-12] a bot in Python trades a tape over HTTP and sockets${HINT}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tape-python-'));
    const { path } = makeRecording(join(folder, 'day.gz'), { changes: 400 });
    const venue = await openSandbox({ tape: path, accounts: 1 });
    try {
      const { apiKey, secretKey, passphrase } = venue.accounts[0]!;
      const env = {
        ...process.env,
        PERPETUA_URL: venue.url,
        API_KEY: apiKey,
        SECRET_KEY: secretKey,
        PASSPHRASE: passphrase,
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const { stdout } = await promisify(execFile)('python3', ['-S', BOT], { env });
      const { places, bought, price } = JSON.parse(stdout);
      expect(places.length).toBeGreaterThan(0);
      expect(Number(places[0])).toBeGreaterThan(0);
      expect(Number(bought)).toBeGreaterThan(0);
      const { fills } = await venue.account(0);
      expect(fills[0]).toMatchObject({ price: Number(price) });
    } finally {
      await venue.close();
    }
  },
);
