/** Everything about the account, under tabs: positions, orders, history and explanations. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { events, held } from '../account/account-state.ts';
import { isCutOff, ROUTINE, session } from '../client/call.ts';
import { symbol } from '../market/contracts.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { Button, kept, Switch, TabPanel, Tabs } from '../parts/controls.tsx';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { noticeLog, sound } from '../shell/notices.ts';
import { ConnectButton } from '../shell/sign-in-dialog.tsx';
import { seeTab, shownPlace, TABS, type Tab, tab, unseen } from '../terminal/shown.ts';
import { WhyTable } from '../why/why-table.tsx';
import { AmendDialog } from './amend-dialog.tsx';
import {
  bills,
  fundingPayments,
  HISTORY_LISTS,
  liquidations,
  pastFills,
  pastOrders,
  pastPlans,
} from './history-lists.ts';
import { Bills, PastFills, PastOrders, PastPlans } from './history-tables.tsx';
import { WaitingTable, WorkingTable, waitingOrders, workingOrders } from './order-tables.tsx';
import { PositionDialogs } from './position-dialogs.tsx';
import { PositionTable } from './position-table.tsx';

/** What each tab is called, shows and reads. */
const CONTENTS = {
  positions: { word: 'positions', View: PositionTable, lists: [] },
  working: { word: 'openOrders', View: WorkingTable, lists: [] },
  waiting: { word: 'planOrders', View: WaitingTable, lists: [] },
  orders: { word: 'orderHistory', View: PastOrders, lists: [pastOrders] },
  plans: { word: 'planHistory', View: PastPlans, lists: [pastPlans] },
  fills: { word: 'fills', View: PastFills, lists: [pastFills] },
  bills: { word: 'bills', View: Bills, lists: [bills] },
  why: { word: 'why', View: WhyTable, lists: [liquidations, fundingPayments] },
  notices: { word: 'notices', View: NoticeTable, lists: [] },
} as const;

const SOON = 300;

/** The shown list is read again when something happened to the account. */
function keepRead(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  let who = session.peek();
  let about = symbol.peek();
  return effect(() => {
    const happened = events.value;
    if (session.value !== who) for (const list of HISTORY_LISTS) list.clear();
    if (symbol.value !== about) pastPlans.clear();
    who = session.value;
    about = symbol.value;
    const { lists } = CONTENTS[tab.value];
    clearTimeout(soon);
    if (who === undefined || isCutOff.value || happened < 0) return;
    soon = setTimeout(() => {
      // What is read again because something happened is no act of the reader.
      for (const list of lists) void list.refresh(list.state.peek().isKnown ? ROUTINE : undefined);
    }, SOON);
  });
}

export function AccountTables() {
  useEffect(keepRead, []);
  const box = useRef<HTMLElement>(null);
  const [shown, where, news] = [tab.value, shownPlace.value, unseen.value];
  useEffect(() => {
    if (box.current?.checkVisibility() === true) seeTab(shown);
  }, [shown, where, news]);
  const { View } = CONTENTS[shown];
  const counts: Partial<Record<Tab, number>> = {
    positions: held.value.length,
    working: workingOrders.value.length,
    waiting: waitingOrders.value.length,
  };
  return (
    <section ref={box} class="column panel account-tables" aria-label={sayOutcome('account')}>
      <Tabs
        id="account"
        label={sayOutcome('account')}
        options={TABS.map((value) => {
          const count = session.value === undefined ? undefined : counts[value];
          const waiting = value === shown ? 0 : (news.get(value) ?? 0);
          return {
            value,
            label: sayOutcome(CONTENTS[value].word),
            ...(count === undefined ? {} : { count }),
            news:
              waiting === 0
                ? undefined
                : { count: waiting, text: sayOutcome('news', { count: waiting }) },
          };
        })}
        {...kept(tab)}
      />
      <TabPanel id="account" of={tab.value}>
        <fieldset class="rows-group" disabled={isCutOff.value}>
          {session.value === undefined ? <Nobody /> : <View />}
        </fieldset>
      </TabPanel>
      <PositionDialogs />
      <AmendDialog />
    </section>
  );
}

const Nobody = () => (
  <Empty text={sayOutcome('signInToSee')}>
    <ConnectButton />
  </Empty>
);

/** The log of the day: what happened to the account since the page was opened. */
function NoticeTable() {
  return (
    <>
      <div class="table-tools">
        <Switch label={sayOutcome('soundOn')} of={sound} />
      </div>
      {noticeLog.value.length === 0 ? (
        <Empty text={sayOutcome('noNotices')} />
      ) : (
        <ol class="notice-log" aria-label={sayOutcome('notices')}>
          {noticeLog.value.map(({ id, at, tone, text, link }) => (
            <li key={id} class={tone}>
              <time>{dayAndTime(at)}</time>
              <span>{text}</span>
              {link === undefined ? null : (
                <Button look="quiet tiny" label={link.label} act={link.follow} />
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
