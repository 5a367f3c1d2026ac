/** The frame around every view: name, navigation, theme and language. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  Button,
  CloseButton,
  IconButton,
  kept,
  type LinkProps,
  Select,
  ViewLink,
} from '../parts/controls.tsx';
import { language, say } from './language.ts';
import { dismiss, keepNotice, notices } from './notices.ts';
import { follow, path } from './route.ts';
import { switchTheme, theme } from './theme.ts';

export interface Way extends Pick<LinkProps, 'isHere' | 'isElsewhere'> {
  readonly href: string;
  readonly label: string;
}

export type LinkWord = 'linkLive' | 'linkOpening' | 'linkLost';

interface FrameProps {
  /** Where the name links to. */
  readonly home: string;
  readonly ways: readonly Way[];
  readonly link: LinkWord;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const PageFrame = ({ home, ways, link, tools, children }: FrameProps) => (
  <>
    <a class="skip" href="#main">
      {say('skip')}
    </a>
    <header class="top">
      <a class="brand" href={home} aria-label="Perpetua" onClick={(event) => follow(event, home)}>
        <img src="/mark.svg" alt="" width="22" height="22" />
        <span>Perpetua</span>
      </a>
      <nav aria-label={say('views')}>
        {ways.map(({ href, label, ...way }) => (
          <ViewLink key={href} to={href} {...way}>
            {label}
          </ViewLink>
        ))}
      </nav>
      {/* Announces a lost connection to screen readers. */}
      <div class={`link ${link}`} role="status">
        <span class="dot" aria-hidden="true" />
        <span class="link-text">{say(link)}</span>
      </div>
      <div class="top-tools">
        {tools}
        <Looks />
      </div>
    </header>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
    <Notices />
  </>
);

const LANGUAGE_NAMES = [
  { value: 'en', label: 'EN' },
  { value: 'zh', label: '中文' },
] as const;

/** Theme and language. */
function Looks() {
  const isDark = theme.value === 'dark';
  return (
    <>
      <IconButton
        icon={isDark ? 'sun' : 'moon'}
        label={say(isDark ? 'toLight' : 'toDark')}
        act={switchTheme}
      />
      <Select label={say('language')} options={LANGUAGE_NAMES} {...kept(language)} />
    </>
  );
}

const NOTICE_GAP = 8;

/**
 * Each stands on the one before it and slides down when that goes: nothing is laid out anew, and
 * none that is being read is pushed away by a newer one.
 */
function pile(box: HTMLElement): void {
  let height = 0;
  for (const notice of box.querySelectorAll<HTMLElement>('.notice')) {
    notice.style.transform = `translateY(${-height}px)`;
    height += notice.offsetHeight + NOTICE_GAP;
  }
}

/** Shown above everything, dialogs included, and raised again with each new message. */
function Notices() {
  const box = useRef<HTMLDivElement>(null);
  const newest = notices.value.at(-1)?.id;
  useLayoutEffect(() => {
    if (box.current?.matches(':popover-open')) box.current.hidePopover();
    if (newest !== undefined) box.current?.showPopover();
  }, [newest]);
  useLayoutEffect(() => {
    if (box.current !== null) pile(box.current);
  }, [notices.value]);
  return (
    <div class="notices" ref={box} popover="manual" aria-live="polite">
      {notices.value.map(({ id, tone, text, link, behind }) => (
        <div key={id} class={`notice ${tone}`} data-notice={id}>
          <div class="notice-text">
            <p>{text}</p>
            {behind === undefined ? null : (
              <details
                class="hint"
                onToggle={() => {
                  keepNotice(id);
                  if (box.current !== null) pile(box.current);
                }}
              >
                <summary>{say('venueWords')}</summary>
                <p>{behind}</p>
              </details>
            )}
          </div>
          {link === undefined ? null : (
            <Button
              look="quiet tiny"
              label={link.label}
              act={() => {
                dismiss(id);
                link.follow();
              }}
            />
          )}
          <CloseButton close={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

export const publicWays = (): readonly Way[] => [
  { href: '/', label: say('terminal'), isHere: path.value === '/' },
  { href: '/portfolio', label: say('portfolio'), isHere: path.value === '/portfolio' },
  { href: '/arena', label: say('arena'), isHere: path.value.startsWith('/arena') },
  { href: '/docs', label: say('documents'), isElsewhere: true },
];
