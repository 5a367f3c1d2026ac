/** The log of the day: what happened to the account since the page was opened. */
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { noticeLog } from '../shell/notices.ts';
import { sound } from '../shell/sound.ts';
import { sayOutcome } from './outcome-words.ts';

export const NoticeTable = () => (
  <>
    <div class="table-tools">
      <label class="line check">
        <input
          type="checkbox"
          checked={sound.value === 'on'}
          onChange={(event) => {
            sound.value = event.currentTarget.checked ? 'on' : 'off';
          }}
        />
        {sayOutcome('soundOn')}
      </label>
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
              <button type="button" class="quiet tiny" onClick={link.follow}>
                {link.label}
              </button>
            )}
          </li>
        ))}
      </ol>
    )}
  </>
);
