/** What the operator and a team are told while the disk of a whole venue is full: a real one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assembleHere } from '../../src/assembly/assemble.ts';
import { createClosings } from '../../src/assembly/closings.ts';
import { readSettings } from '../../src/cli/settings/read-settings.ts';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { type AdminAddress, findAdminAddress } from '../../src/gateway/data-files.ts';
import { fillUp, mountSmall } from './disks.ts';
import { createRoot } from './traded-folder.ts';

const PATIENCE = 120_000;
const QUIET = ['--port', '0', '--admin-port', '0', '--page', 'off', '--market', 'off'];

let root: string;
beforeAll(() => {
  root = createRoot();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Answered {
  readonly status: number;
  readonly json: { readonly code: string; readonly msg: string };
}

const send = async ({ address, token }: AdminAddress, path: string, fields?: object) => {
  const answer = await fetch(address + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(fields === undefined ? {} : { method: 'POST', body: JSON.stringify(fields) }),
  });
  return { status: answer.status, json: await answer.json() };
};

test(
  '[GATE-59] on a full disk every change of the operator is 507 and says why',
  async () => {
    // A segment of a journal is 64 MiB, and takes its room at once.
    const disk = mountSmall(join(root, 'small'), '96m');
    if (disk === undefined) return;
    const closings = createClosings();
    try {
      const data = join(root, 'small', 'data');
      const args = [...QUIET, '--data', data, '--log-level', 'silent'];
      const outcome = readSettings({ args, environment: {}, readText: () => undefined });
      if ('faults' in outcome) throw new Error(outcome.faults.join('\n'));
      await assembleHere(outcome.settings, closings);
      const admin = findAdminAddress(join(data, 'admin.json'));
      if (admin === undefined) throw new Error('a venue that is open says where');
      const { json: document } = await send(admin, '/openapi.json');
      const paths = Object.entries<object>(document.paths)
        .filter(([, methods]) => 'post' in methods)
        .map(([path]) => path.replace(/\{[a-z]+\}/g, '1001'));
      expect(paths.length).toBeGreaterThan(30);
      const before = (await send(admin, '/accounts')).json;
      const giveBack = fillUp(join(root, 'small'));
      for (const path of paths) {
        const { status, json }: Answered = await send(admin, path, {});
        expect([status, json.code], path).toEqual([507, '50000']);
        expect(json.msg, path).toMatch(/no room is left on the disk .*; nothing was changed$/);
      }
      expect((await send(admin, '/accounts')).json).toEqual(before);
      const told = await createAskAdmin(admin)('POST', '/accounts', { name: 'ann' });
      expect(told).toMatchObject({ isRefused: true });
      expect(JSON.stringify(told)).toContain('no room is left on the disk');
      giveBack();
      expect((await send(admin, '/accounts', { name: 'ann' })).status).toBe(200);
    } finally {
      await closings.closeAll().finally(disk.unmount);
    }
  },
  PATIENCE,
);
