import { test } from 'vitest';
import { launchBrowser } from '../web/browser.ts';
import { DAY, HOUR, openArena } from './arena-kit.ts';

test('dev', { timeout: 300_000 }, async () => {
  const browser = await launchBrowser();
  if (browser === undefined) throw new Error('none');
  const arena = await openArena();
  const shot = async (name: string, path: string, options = {}) => {
    const { page, complaints } = await arena.open(browser, path, options);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `/tmp/shots/${name}.png` });
    console.log(name, complaints, await page.evaluate('document.documentElement.scrollWidth'));
  };
  await shot('none', '/arena');
  await arena.createSeason();
  await arena.enlistAll();
  await shot('before', '/arena', { colorScheme: 'light' });
  await arena.organise('/reset', {});
  await arena.live(HOUR + 2.4 * DAY);
  await shot('board', '/arena');
  await shot('board-light', '/arena', { colorScheme: 'light' });
  await shot('board-phone', '/arena', { viewport: { width: 360, height: 740 } });
  await shot('board-wall', '/arena', { viewport: { width: 1920, height: 1080 } });
  await shot('board-tablet', '/arena', { viewport: { width: 900, height: 900 } });
  await shot('team', '/arena/team/Careful%20Owls');
  await shot('team-phone', '/arena/team/Careful%20Owls', { viewport: { width: 360, height: 740 } });
  await shot('rules', '/arena/rules');
  await arena.live(2 * DAY);
  await shot('ended', '/arena');
  await arena.close();
  await browser.close();
});
