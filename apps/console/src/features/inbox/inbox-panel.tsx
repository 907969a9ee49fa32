import {
  IconAlertTriangle,
  IconBellRinging,
  IconFileCheck,
  IconFileX,
  IconListCheck,
  IconTool,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { readNotices } from '@wheelhouse/contract/inbox/inbox.ts'
import type { Notice, NoticeKind } from '@wheelhouse/contract/inbox/inbox.ts'
import { useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import type { Reading } from '../../live/loaded.tsx'
import { Link } from '../../ui/details/link.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { eventLabels } from '../notifier/notifier-labels.ts'
import classes from './inbox.module.css'
import { addressOfNotice } from './notice-address.ts'

const looks: Record<NoticeKind, { word: string; icon: TablerIcon }> = {
  entry_assigned: { word: 'Assigned to you', icon: IconTool },
  entry_overdue: { word: 'Overdue work', icon: IconAlertTriangle },
  report_ready: { word: 'Report ready', icon: IconFileCheck },
  report_failed: { word: 'Report failed', icon: IconFileX },
  job_ended: { word: 'Background job finished', icon: IconListCheck },
  subscribed: { word: 'Notification', icon: IconBellRinging },
}

interface InboxPanelProps {
  query: Reading<readonly Notice[]>
  onFollow: () => void
}

/** What concerns this very person, the unread first to be marked as read. */
export function InboxPanel({ query, onFollow }: InboxPanelProps) {
  const unread = (query.data ?? []).filter(({ read_at }) => read_at === null)
  return (
    <section className={classes.panel} aria-label={t('Inbox')}>
      <Head unread={unread} />
      <Loaded query={query} failed={t('Fetch inbox failed')} bones={<Skeleton lines={3} />}>
        {(notices) =>
          notices.length === 0 ? (
            <p className={classes.none}>
              <strong>{t('Nothing new')}</strong>
              {t(
                'Work that others assign to you, overdue work, finished reports, background jobs and notifications for your organization appear here.',
              )}
            </p>
          ) : (
            <ul>
              {notices.map((notice) => (
                <NoticeLine key={notice.id} notice={notice} onFollow={onFollow} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function Head({ unread }: { unread: readonly Notice[] }) {
  const read = useWrite(readNotices)
  return (
    <div className={classes.head}>
      <h2>{t('Inbox')}</h2>
      {unread.length > 0 && (
        <button
          type="button"
          className={classes.all}
          disabled={read.isPending}
          onClick={() => read.mutate({ body: { ids: unread.map(({ id }) => id) } })}
        >
          {t('Mark all as read')}
        </button>
      )}
    </div>
  )
}

function NoticeLine({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const read = useWrite(readNotices, { isQuiet: true })
  const { id, kind, topic, title, detail, created_at, read_at } = notice
  const { word, icon: Icon } = looks[kind]
  const follow = (): void => {
    if (read_at === null) read.mutate({ body: { ids: [id] } })
    onFollow()
  }
  return (
    <li>
      <Link
        className={classes.notice}
        href={addressOfNotice(notice)}
        onClick={follow}
        data-unread={read_at === null || undefined}
      >
        <Icon size={16} aria-hidden />
        <span className={classes.words}>
          <strong>
            {t(topic === null || topic === 'test' ? word : eventLabels[topic])}
            {read_at === null && <span className="visually-hidden">, {t('unread')}</span>}
          </strong>
          <span>{title}</span>
          <small>
            {detail === '' ? '' : `${detail} · `}
            <RelativeTime at={created_at} />
          </small>
        </span>
      </Link>
    </li>
  )
}
