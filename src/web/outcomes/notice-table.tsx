/** The log of the day: what happened to the account since the page was opened. */
import { Button, Switch } from '../parts/controls.tsx';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { noticeLog, sound } from '../shell/notices.ts';
import { sayOutcome } from './outcome-words.ts';

export const NoticeTable = () => (
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
