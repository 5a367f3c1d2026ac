import { test } from 'vitest';
import { launchBrowser } from '../web/browser.ts';
import { openPageVenue } from '../web/page-kit.ts';
import { DAY, HOUR, openArena, openAt } from '../web-arena/arena-kit.ts';

test('dev', { timeout: 300_000 }, async () => {
  const browser = await launchBrowser();
  if (browser === undefined) throw new Error('none');
  const arena = await openArena();
  await arena.createSeason();
  await arena.enlistAll();
  for (const team of ['Night Owls', 'Momentum Monks'])
    await fetch(`${arena.demo.baseUrl}/competition/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.7.7.7' },
      body: JSON.stringify({
        team,
        members: [`${team} Ada`, `${team} Bo`],
        contact: 'ada@example.org',
        addresses: ['203.0.113.0/24'],
        strategy: 'Mean reversion on the hour, flat overnight.',
      }),
    });
  const views = [
    '',
    'season',
    'teams',
    'qualification',
    'standings',
    'surveillance',
    'keys',
    'market',
    'audit',
  ];
  const shots = async (
    admin: { address: string; token: string },
    tag: string,
    names: string[],
    options = {},
  ) => {
    const { page, complaints } = await openAt(browser, `${admin.address}/console`, options);
    await page.screenshot({ path: `/tmp/shots/c-${tag}-signin.png` });
    await page.getByLabel('Token').fill(admin.token);
    await page.getByLabel('Your name, for the audit log').fill('ann');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Parts of the console' }).waitFor();
    for (const name of names) {
      await page
        .getByRole('navigation', { name: 'Parts of the console' })
        .locator(`a[href="/console${name === '' ? '' : `/${name}`}"]`)
        .click();
      await page.waitForTimeout(name === '' ? 4000 : 700);
      await page.screenshot({ path: `/tmp/shots/c-${tag}-${name || 'overview'}.png` });
      console.log(tag, name, await page.evaluate('document.documentElement.scrollWidth'));
    }
    console.log(complaints);
    return page;
  };
  await shots(arena.demo.admin, 'before', ['season', 'teams', 'qualification']);
  await arena.organise('/reset', {});
  await arena.live(HOUR + 1.2 * DAY);
  await shots(arena.demo.admin, 'run', views, { colorScheme: 'dark' });
  await shots(arena.demo.admin, 'phone', views, { viewport: { width: 360, height: 740 } });
  await arena.close();
  const venue = await openPageVenue('--log-level', 'error');
  const page = await shots(
    { address: venue.adminUrl, token: venue.token },
    'real',
    ['season', 'teams', 'market', ''],
    {},
  );
  await page
    .getByRole('navigation', { name: 'Parts of the console' })
    .locator('a[href="/console/season"]')
    .click();
  await page.getByRole('button', { name: 'Create a season' }).click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/shots/c-real-create.png' });
  await venue.close();
  await browser.close();
});
