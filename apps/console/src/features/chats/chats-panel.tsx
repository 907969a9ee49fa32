import { IconExternalLink } from '@tabler/icons-react'
import { listChats } from '@wheelhouse/contract/chats/chats.ts'
import type { Chat } from '@wheelhouse/contract/chats/chats.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import classes from './chats.module.css'

/** Keys of `t`. */
const stateLabels: Record<Chat['state'], string> = { open: 'Open', snoozed: 'Snoozed', closed: 'Closed' }
/** Another company answers, and counts the calls. */
const freshMs = 60_000

/** Conversations with support; they are answered where they are kept. */
export function ChatsPanel({ userId }: { userId: string }) {
  const may = useCanCall(listChats)
  const chats = useLive(
    listChats,
    { params: { user_id: userId } },
    { enabled: may, isQuiet: true, staleTime: freshMs, isRelevant: () => false },
  )
  if (!may) return <NoPermission action="GET_INTERCOM_CHATS" resource="user" />
  return (
    <Loaded query={chats} failed={listChats.says.failed} bones={<Skeleton lines={5} />}>
      {(found) => <Chats chats={found} />}
    </Loaded>
  )
}

function Chats({ chats }: { chats: ReplyOf<typeof listChats> }) {
  if (!chats.is_connected)
    return (
      <NoData title={t('No chat provider is connected')}>
        {t('An administrator of this installation connects Intercom in its settings.')}
      </NoData>
    )
  if (chats.items.length === 0) return <NoData title={t('No conversations with support yet')} />
  return (
    <ol className={classes.chats}>
      {chats.items.map((chat) => (
        <Line key={chat.id} chat={chat} />
      ))}
    </ol>
  )
}

function Line({ chat: { title, preview, state, updated_at, url } }: { chat: Chat }) {
  const { dateTime, exact } = useFormat()
  return (
    <li>
      <Link href={url} target="_blank" rel="noreferrer">
        {title} <IconExternalLink size={14} aria-hidden />
      </Link>
      {preview !== '' && <p>{preview}</p>}
      <small>
        {t(stateLabels[state])} ·{' '}
        <time dateTime={updated_at} data-tip={exact(updated_at)}>
          {dateTime(updated_at)}
        </time>
      </small>
    </li>
  )
}
