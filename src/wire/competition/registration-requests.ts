/** What a team sends to be registered. */
import { Type } from 'typebox';
import { TEAM_NAME_LENGTH_MAX } from '../../domain/limits.ts';
import { textField, textsField } from '../field.ts';

export const MEMBERS_MAX = 10;
export const ADDRESSES_MAX = 5;
const MEMBER_LENGTH_MAX = 80;

export const APPLICATION = Type.Object({
  team: textField({
    description: 'Name of the team.',
    examples: ['Careful Owls'],
    lengthMax: TEAM_NAME_LENGTH_MAX,
  }),
  members: textsField({
    description: 'Who is in it, 1 to 10 people; nobody is in two teams.',
    examples: [['Ann', 'Ben']],
    countMax: MEMBERS_MAX,
    lengthMax: MEMBER_LENGTH_MAX,
  }),
  contact: textField({
    description: 'Where the organiser reaches the team.',
    examples: ['ann@example.org'],
    lengthMax: 200,
  }),
  addresses: textsField({
    description: 'Fixed addresses or CIDRs from which it will trade, 1 to 5.',
    examples: [['203.0.113.7']],
    countMax: ADDRESSES_MAX,
    lengthMax: 50,
  }),
  strategy: textField({
    description: 'What it means to do.',
    examples: ['Buys when others sell.'],
    lengthMax: 2_000,
  }),
});
