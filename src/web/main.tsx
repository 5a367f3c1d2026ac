/** The entry point of the page: each view is loaded when it is opened. */
import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './parts/controls.tsx';
import { Empty, Loading } from './parts/panel.tsx';
import { say } from './shell/language.ts';
import { PageFrame, publicWays } from './shell/page-frame.tsx';
import { path } from './shell/route.ts';

type View = 'terminal' | 'portfolio' | 'arena' | 'elsewhere';

const LOADS: Readonly<Record<View, () => Promise<ComponentType>>> = {
  terminal: async () => (await import('./terminal/terminal.tsx')).TerminalPage,
  portfolio: async () => (await import('./portfolio/portfolio-page.tsx')).PortfolioPage,
  arena: async () => (await import('./arena/arena-page.tsx')).ArenaPage,
  elsewhere: async () => ConsoleElsewhere,
};

function viewOf(pathname: string): View {
  if (pathname.startsWith('/arena')) return 'arena';
  if (pathname.startsWith('/portfolio')) return 'portfolio';
  return pathname.startsWith('/console') ? 'elsewhere' : 'terminal';
}

/** The console is on another port. */
const ConsoleElsewhere = () => (
  <PageFrame home="/" ways={publicWays()} link="linkLive">
    <section class="column message">
      <h1>{say('consoleElsewhere')}</h1>
      <p>{say('consoleElsewhereText')}</p>
    </section>
  </PageFrame>
);

interface Loaded {
  readonly view: View;
  /** Undefined if it could not be loaded. */
  readonly Page: ComponentType | undefined;
}

function Page() {
  const view = viewOf(path.value);
  const [loaded, set] = useState<Loaded | undefined>(undefined);
  useEffect(() => {
    LOADS[view]().then(
      (found) => set({ view, Page: found }),
      () => set({ view, Page: undefined }),
    );
  }, [view]);
  if (loaded?.view !== view) return <Loading />;
  if (loaded.Page !== undefined) return <loaded.Page />;
  return (
    <Empty text={say('pageBroken')}>
      <Button label={say('tryAgain')} act={() => location.reload()} />
    </Empty>
  );
}

const root = document.getElementById('page');
if (root !== null) render(<Page />, root);
