/** The result of a season, published and verified while the venue runs. */
import { selectSeason } from '../../wire/competition/season.ts';
import { both, wireError } from '../../wire/errors.ts';
import type { AdminParts, AdminRoute } from './admin-route.ts';
import { contest, NO_SEASON } from './competition-routes.ts';

const PATH = '/competition/publication';

export const PUBLICATION_ROUTES: readonly AdminRoute[] = [
  contest.get(PATH, 'How far the publication is', {}, (_contest, _sent, { parts }) => show(parts)),
  contest.post(
    PATH,
    'Write the signed result into the data folder, and verify it',
    {},
    ({ venue }, _sent, { parts }) => {
      const season = selectSeason(venue.contest, null);
      if (season === undefined) return NO_SEASON;
      if (season.phase !== 'closed')
        return wireError('40017', { detail: both(`the season is ${season.phase}, not closed`) });
      const why =
        parts.publication === undefined
          ? 'this venue cannot publish: use the command line'
          : parts.publication.begin(season.season);
      return why === undefined ? show(parts) : wireError('40017', { detail: both(why) });
    },
  ),
];

const show = ({ publication }: AdminParts): object => ({
  possible: publication !== undefined,
  publication: publication?.show() ?? null,
});
