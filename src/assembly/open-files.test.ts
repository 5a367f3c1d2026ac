import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { assembleHere } from './assemble.ts';
import { chooseSettings } from './choose-settings.ts';
import { createClosings } from './closings.ts';

test('a new venue is not made where its port is taken', () =>
  inTemporaryFolder(async (folder) => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const given = { data: join(folder, 'data'), port, adminPort: 0, page: false, market: 'off' };
    const { settings } = chooseSettings(
      new Map(Object.entries(given).map(([name, value]) => [name, { value, whence: name }])),
    );
    const closings = createClosings();
    onTestFinished(closings.closeAll);
    await expect(assembleHere(settings!, closings)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(existsSync(given.data)).toBe(false);
  }));
