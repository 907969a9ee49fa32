import { Button } from '@mantine/core'
import { IconBell, IconLink, IconPlus } from '@tabler/icons-react'
import { sendMessage, userMessages } from '@wheelhouse/contract/messages/messages.ts'
import type { UserMessage } from '@wheelhouse/contract/messages/messages.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { chip, filtersOf } from '../../lists/list-filters.tsx'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { cleared, isNarrowed } from '../../lists/list-search.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Link } from '../../ui/details/link.tsx'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, NoMatch, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { messageAddress } from './message-address.ts'
import type { MessageSearch } from './message-address.ts'
import { pushLabels, pushLook } from './message-labels.ts'
import { usePushOutcome } from './push-outcome.ts'
import classes from './messages.module.css'

const NewMessageDialog = lazyComponent(() =>
  import('./new-message-dialog.tsx').then((module) => module.NewMessageDialog),
)

interface MessagesPanelProps {
  userId: string
  userName: string
  isClosed: boolean
  /** Whether a new one is being written, which is a part of the address. */
  isWriting: boolean
  onWriting: (isWriting: boolean) => void
  /** The address is the state of the filter. */
  search: MessageSearch
  onSearch: (search: MessageSearch) => void
}

/** What was written to one user, newest first: whether it was read, and what became of the notification. */
export function MessagesPanel(props: MessagesPanelProps) {
  const may = useCanCall(userMessages.route)
  if (!may) return <NoPermission action="GET_NOTIFICATIONS" resource="user" />
  return <Messages key={props.userId} {...props} />
}

function Messages({ userId, userName, isClosed, isWriting, onWriting, search, onSearch }: MessagesPanelProps) {
  const maySend = useCanCall(sendMessage) && !isClosed
  const own = messageAddress.from(search)
  const onOwn = (next: typeof own): void => onSearch({ ...search, ...messageAddress.into(next) })
  const params = { user_id: userId }
  const query = messageAddress.filter(own)
  const list = useList(userMessages.route, query, { params, isLive: true })
  const follow = usePushOutcome(userId)
  const filters = filtersOf(userMessages, own, onOwn, {
    push_status: chip(t('Push status'), IconBell, pushLabels),
  })
  const clear = (): void => onOwn(cleared(own))
  return (
    <div className={classes.panel}>
      <SectionHead
        title={t('Messages')}
        count={list.total?.total}
        actions={
          <>
            <ListExport
              route={userMessages.csv}
              params={params}
              query={query}
              title={t('Export messages')}
              count={list.count ?? ''}
            />
            {maySend && (
              <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => onWriting(true)}>
                {t('New message')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar filters={filters} onClear={clear} />
      <Rows list={list} isFiltered={isNarrowed(own)} onClear={clear} />
      {isWriting && maySend && (
        <NewMessageDialog userId={userId} userName={userName} onSent={follow} onClose={() => onWriting(false)} />
      )}
    </div>
  )
}

interface RowsProps {
  list: List<UserMessage>
  isFiltered: boolean
  onClear: () => void
}

function Rows({ list, isFiltered, onClear }: RowsProps) {
  if (list.isLoading) return <Skeleton lines={6} />
  if (list.error !== null && list.rows.length === 0)
    return <ErrorState title={userMessages.says.failed} detail={list.error.message} onRetry={list.retry} />
  if (list.rows.length === 0)
    return isFiltered ? (
      <NoMatch title={t('No message matches')} onClear={onClear} />
    ) : (
      <NoData title={t('No messages yet')}>{t('Messages sent to the inbox of this user appear here.')}</NoData>
    )
  return (
    <>
      <ol className={classes.messages} aria-label={t('Messages')}>
        {list.rows.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {list.hasMore && (
        <Button size="xs" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}

function Message({
  message: { text, link, created_at, read_at, push_status, sent_by_name },
}: {
  message: UserMessage
}) {
  const { dateTime, exact } = useFormat()
  const { word, icon: Icon, tone } = pushLook(push_status)
  return (
    <li>
      <p className={classes.text}>{text}</p>
      {link !== '' && (
        <p className={classes.link}>
          <IconLink size={14} aria-hidden />
          <Link href={link} target="_blank" rel="noreferrer">
            {link}
          </Link>
        </p>
      )}
      <p className={classes.facts}>
        <time dateTime={created_at} data-tip={exact(created_at)}>
          {dateTime(created_at)}
        </time>
        <span>{sent_by_name ?? t('Wheelhouse')}</span>
        <span className={classes.push} data-tone={tone}>
          <Icon size={14} aria-hidden /> {t(word)}
        </span>
        <span>{read_at === null ? t('Not read yet') : t('Read {{time}}', { time: dateTime(read_at) })}</span>
      </p>
    </li>
  )
}
