/** The page that the public port shows for the console: where the console is. */
import { say } from '../shell/language.ts';
import { PageFrame, publicWays } from '../shell/page-frame.tsx';

export const ElsewherePage = () => (
  <PageFrame home="/" ways={publicWays()} link="linkLive">
    <section class="message">
      <h1>{say('consoleElsewhere')}</h1>
      <p>{say('consoleElsewhereText')}</p>
    </section>
  </PageFrame>
);
