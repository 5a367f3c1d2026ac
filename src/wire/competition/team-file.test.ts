import { expect, test } from 'vitest';
import { csvOf, readCsv } from '../csv.ts';
import { joinTexts, readTeams } from './list-file.ts';

test('[CONSOLE-8] an exported file of teams is imported as it was', () => {
  const teams = [
    {
      team: 'Owls, "the" Careful',
      members: ['Ann', 'Bob'],
      contact: '@ann',
      addresses: ['10.0.0.1', '2001:db8::/48'],
      strategy: '=buy low\nsell high',
    },
    { team: '夜猫', members: ['王'], contact: '-', addresses: ['10.0.0.2'], strategy: '+1' },
  ];
  const rows = teams.map(({ members, addresses, ...rest }) => ({
    state: 'approved',
    ...rest,
    members: joinTexts(members),
    addresses: joinTexts(addresses),
  }));
  expect(readTeams(`\uFEFF${csvOf(rows)}`)).toEqual(teams);
  expect(readTeams('team,members\nOwls,Ann')).toEqual({ missing: 'contact, addresses, strategy' });
  expect(readCsv('a,b\n\n"1\n2",\r\n')).toEqual([
    ['a', 'b'],
    ['1\n2', ''],
  ]);
});
