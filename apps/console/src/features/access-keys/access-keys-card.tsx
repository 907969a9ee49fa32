import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { addAccessKey, deleteAccessKey, listAccessKeys } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { AccessKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CopyableId, endsOf } from '../../ui/details/copyable-id.tsx'
import { Card } from '../../ui/details/key-values.tsx'
import { NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { keyTypeLabels } from './access-key-labels.ts'
import classes from './access-keys.module.css'

const NewKeyDialog = lazyComponent(() => import('./new-key-dialog.tsx').then((module) => module.NewKeyDialog))

interface AccessKeysCardProps {
  userId: string
  userName: string
  /** Of a deleted user there are none, and none can be added. */
  isClosed: boolean
  /** The key that a search found. */
  matchedId?: string | undefined
}

/** The keys of one user: cards, the app, a PIN. */
export function AccessKeysCard({ userId, userName, isClosed, matchedId }: AccessKeysCardProps) {
  const may = useCanCall(listAccessKeys)
  const mayAdd = useCanCall(addAccessKey) && !isClosed
  const [isAdding, setAdding] = useState(false)
  const keys = useLive(listAccessKeys, { params: { user_id: userId } }, { enabled: may, isQuiet: true })
  return (
    <Card
      title={t('Access keys')}
      action={
        mayAdd && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('Add key')}
          </Button>
        )
      }
    >
      {may ? (
        <Loaded query={keys} failed={listAccessKeys.says.failed} bones={<Skeleton lines={3} />}>
          {(found) => <Keys keys={found} {...{ userId, userName, matchedId }} />}
        </Loaded>
      ) : (
        <NoPermission action="GET_ACCESS_KEYS" resource="user" />
      )}
      {isAdding && <NewKeyDialog userId={userId} userName={userName} onClose={() => setAdding(false)} />}
    </Card>
  )
}

interface KeysProps extends Pick<AccessKeysCardProps, 'userId' | 'userName' | 'matchedId'> {
  keys: readonly AccessKey[]
}

function Keys({ keys, ...line }: KeysProps) {
  if (keys.length === 0) return <NoData title={t('No access keys')} />
  return (
    <ul className={classes.keys}>
      {keys.map((key) => (
        <Line key={key.id} entry={key} {...line} />
      ))}
    </ul>
  )
}

function Line({
  entry: { id, type, key, created_at },
  userId,
  userName,
  matchedId,
}: { entry: AccessKey } & Omit<KeysProps, 'keys'>) {
  const format = useFormat()
  const { word, icon: Icon } = keyTypeLabels[type]
  const isCard = type === 'rfid' || type === 'nfc'
  const shown = isCard ? format.rfid(key) : key
  return (
    <li data-matched={id === matchedId || undefined}>
      <span className={classes.type}>
        <Icon size={15} aria-hidden /> {t(word)}
      </span>
      <span className={classes.key}>
        {isCard ? <CopyableId id={shown} isMono /> : <span className="mono">{shown}</span>}
        <span className={classes.id}>
          {t('ID')}{' '}
          <CopyableId id={id} isMono>
            {endsOf(id)}
          </CopyableId>
        </span>
        {id === matchedId && <span className={classes.matched}>{t('matched')}</span>}
      </span>
      <time dateTime={created_at} data-tip={format.exact(created_at)}>
        {format.date(created_at)}
      </time>
      <ActionButton
        route={deleteAccessKey}
        input={{ params: { user_id: userId, access_key_id: id } }}
        label={t('Delete {{type}} key {{key}}', { type: t(word), key: shown })}
        icon={IconTrash}
        isIconOnly
        confirm={{
          title: t('Delete this {{type}} key?', { type: t(word) }),
          children: t(
            '{{key}} no longer belongs to {{name}}, and locks with an access list refuse it as soon as each lock has the new list. The key can be added again.',
            {
              key: shown,
              name: userName,
            },
          ),
          confirmLabel: t('Delete key'),
          keepLabel: t('Keep key'),
          isDanger: true,
        }}
      />
    </li>
  )
}
