/** The frame of the terminal: the account, and the state of its sockets. */
import type { ComponentChildren } from 'preact';
import { privateState, publicState, session } from '../client/call.ts';
import { disconnect } from '../client/kept-account.ts';
import { inspectorIsShown } from '../inspector/inspector-panel.tsx';
import { Icon, IconButton, put } from '../parts/controls.tsx';
import { say } from './language.ts';
import { type LinkWord, PageFrame, publicWays } from './page-frame.tsx';
import { SignInDialog, showSignIn } from './sign-in-dialog.tsx';

export const Shell = ({ children }: { children: ComponentChildren }) => (
  <>
    <PageFrame
      home="/"
      ways={publicWays()}
      link={linkWord()}
      tools={
        <>
          <WhoTrades />
          <IconButton
            icon="code"
            label={say('inspector')}
            isPressed={inspectorIsShown.value}
            act={put(inspectorIsShown, !inspectorIsShown.value)}
          />
        </>
      }
    >
      {children}
    </PageFrame>
    <SignInDialog />
  </>
);

function linkWord(): LinkWord {
  const states = [publicState.value, privateState.value];
  if (states.includes('lost')) return 'linkLost';
  return states.includes('connecting') ? 'linkOpening' : 'linkLive';
}

function WhoTrades() {
  const who = session.value;
  if (who === undefined)
    return (
      <button
        type="button"
        class="main-button slim"
        aria-label={say('connectAccount')}
        onClick={showSignIn}
      >
        <Icon name="key" />
        <span class="connect-text">{say('connectAccount')}</span>
      </button>
    );
  return (
    <div class="who">
      <button
        type="button"
        class="plain"
        aria-label={`${say('switchAccount')}: ${who.name}`}
        title={`${say('switchAccount')} · ${who.apiKey}`}
        onClick={showSignIn}
      >
        <span class="who-name">{who.name}</span>
        <Icon name="down" />
      </button>
      <IconButton icon="out" label={say('signOut')} act={disconnect} />
    </div>
  );
}
