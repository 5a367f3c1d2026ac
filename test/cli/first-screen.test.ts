/** What a start makes of a folder with broken conveniences, and whom it lets in. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilOpen, withScene } from './venue-process.ts';

const CHEAP = [
  ...['start', '--port', '0', '--admin-port', '0', '--page', 'off', '--market', 'off'],
  ...['--sandbox-accounts', '1', '--oneway-accounts', '0'],
];

/** Another address of this machine than the one for itself. */
const ELSEWHERE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

const portOf = (url: string): number => Number(new URL(url).port);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

async function isReached(host: string, port: number): Promise<boolean> {
  const response = await fetch(`http://${host}:${port}/healthz`).catch(() => undefined);
  return response?.status === 200;
}

const KEYS_REQUEST = { 'sec-fetch-site': 'same-origin' } as const;

test('[CLI-4] [CLI-22] [CLI-23] broken tokens are made anew; others get in when told', async () => {
  await withScene(async ({ folder, run }) => {
    const data = join(folder, 'data');
    mkdirSync(join(data, 'admin.json', 'inside'), { recursive: true });
    writeFileSync(join(data, 'credentials.json'), '[{"name":');
    writeFileSync(join(data, 'admin.token'), 'nonsense\n');
    mkdirSync(join(data, 'observer.token'));
    const venue = run(...CHEAP, '--host', '0.0.0.0');
    const said = await untilOpen(venue);

    const lines = venue.complained().trim().split('\n');
    for (const name of ['credentials.json', 'admin.token', 'observer.token', 'admin.json']) {
      const about = lines.filter((line) => line.includes(`"msg":"${join(data, name)} `));
      expect(about, name).toEqual([expect.stringContaining('it is kept as')]);
      expect(statSync(join(data, name)).isFile(), name).toBe(true);
      expect(modeOf(join(data, name)), name).toBe(0o600);
    }
    expect(lines.filter((line) => !line.includes('it is kept as'))).toEqual([]);
    const kept = readdirSync(data).filter((name) => name.endsWith('.broken'));
    expect(kept).toHaveLength(4);
    expect(readdirSync(data)).not.toContain('.gitignore');
    expect(JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'))).toHaveLength(1);
    const { address, baseUrl, token } = JSON.parse(readFileSync(join(data, 'admin.json'), 'utf8'));
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${address}/status`, { headers })).status).toBe(200);

    expect(said).toContain('reach the interface, because it listens on 0.0.0.0 (--host):');
    expect(said).toContain('sandbox keys to browsers on this machine only');
    expect(said).not.toContain("reach the operator's door");
    if (ELSEWHERE !== undefined) {
      const port = portOf(baseUrl);
      expect(said).toContain(`http://${ELSEWHERE}:${port}`);
      expect(await isReached(ELSEWHERE, port)).toBe(true);
      expect(await isReached(ELSEWHERE, portOf(address))).toBe(false);
      const asked = await fetch(`http://${ELSEWHERE}:${port}/sandbox/accounts`, {
        method: 'POST',
        headers: { ...KEYS_REQUEST, origin: `http://${ELSEWHERE}:${port}` },
      });
      expect(asked.status).toBe(403);
    }
    venue.child.kill('SIGTERM');
    expect(await venue.ended).toBe(0);

    chmodSync(join(data, 'credentials.json'), 0o644);
    writeFileSync(join(data, 'competition.sqlite'), 'x'.repeat(5_000));
    const broken = run(...CHEAP);
    expect(await broken.ended).toBe(1);
    expect(broken.complained()).toBe(
      `perpetua: ${join(data, 'competition.sqlite')} cannot be used: file is not a database. ` +
        'Registrations, who qualified and the audit log are in it alone: put it back from a copy' +
        '. Without a copy move it away, with the -wal and -shm beside it, and start again: where ' +
        'there was a season, that start says how to go on without them\n',
    );
    expect(modeOf(join(data, 'credentials.json'))).toBe(0o600);
  });
}, 120_000);
