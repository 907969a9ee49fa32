import { Button } from '@mantine/core'
import { IconPencil, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  deleteNotifierSubscription,
  getNotifierMessage,
  getNotifierSubscription,
  notifierMessages,
  replayNotifierMessage,
  rotateNotifierSecret,
  testNotifierSubscription,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { MessagingType, NotifierMessage, NotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ApiError } from '../../http/api-error.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { eventLabels, failureLabels, messagingLabels, typeLabels } from './notifier-labels.ts'
import classes from './notifier.module.css'
import { EditSubscriptionDialog, SecretDialog } from './subscription-dialog.tsx'

interface SubscriptionPanelProps {
  subscription: NotifierSubscription
  onClose: () => void
}

const paramsOf = ({ organization_id, id }: NotifierSubscription) => ({
  organization_id,
  notifier_subscription_id: id,
})

interface OpenSubscriptionProps {
  organizationId: string
  id: string
  onClose: () => void
}

/** The subscription that the address names. */
export function OpenSubscription({ organizationId, id, onClose }: OpenSubscriptionProps) {
  const params = { organization_id: organizationId, notifier_subscription_id: id }
  const { data, error, refetch } = useLive(getNotifierSubscription, { params }, { isQuiet: true })
  const isGone = error instanceof ApiError && error.status === 404
  if (data && !isGone) return <SubscriptionPanel subscription={data} onClose={onClose} />
  return (
    <SidePanel onClose={onClose} title={t('Notifier subscription')}>
      {error ? (
        <ErrorState title={getNotifierSubscription.says.failed} detail={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </SidePanel>
  )
}

/** One subscription with its delivery log. */
function SubscriptionPanel({ subscription, onClose }: SubscriptionPanelProps) {
  const [open, setOpen] = useState<'edit' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { event, messaging_type, type, url, description, has_former_secret } = subscription
  return (
    <SidePanel
      onClose={onClose}
      title={t(eventLabels[event])}
      actions={
        <Actions subscription={subscription} onEdit={() => setOpen('edit')} onSecret={setSecret} onDeleted={onClose} />
      }
    >
      <KeyValueGrid
        items={[
          { label: t('Messaging type'), value: t(messagingLabels[messaging_type].word) },
          { label: t('Type'), value: t(typeLabels[type].word) },
          urlRow(messaging_type, url),
          { label: t('Description'), value: description === '' ? '–' : description },
          ...(has_former_secret
            ? [{ label: t('Secret'), value: t('the previous secret is valid for up to 24 h') }]
            : []),
        ]}
      />
      <Deliveries subscription={subscription} />
      {open === 'edit' && <EditSubscriptionDialog subscription={subscription} onClose={() => setOpen(null)} />}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </SidePanel>
  )
}

function urlRow(messagingType: MessagingType, url: string) {
  const { url: label, help } = messagingLabels[messagingType]
  return label === null ? { label: t('Receivers'), value: t(help) } : { label: t(label), value: url }
}

interface ActionsProps {
  subscription: NotifierSubscription
  onEdit: () => void
  onSecret: (secret: string) => void
  onDeleted: () => void
}

function Actions({ subscription, onEdit, onSecret, onDeleted }: ActionsProps) {
  const mayEdit = useCanCall(updateNotifierSubscription)
  const params = paramsOf(subscription)
  const { version } = subscription
  return (
    <>
      <ActionButton route={testNotifierSubscription} input={{ params }} label={t('Send test')} icon={IconSend} />
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} stroke={1.75} />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {subscription.messaging_type === 'webhook' && (
        <ActionButton
          route={rotateNotifierSecret}
          input={{ params, version }}
          label={t('New secret')}
          icon={IconRefresh}
          confirm={{
            title: t('Give this webhook a new secret?'),
            children: t('Messages are signed with both secrets for 24 hours, then with the new one only.'),
            keepLabel: t('Keep secret'),
          }}
          onDone={(made) => made.secret !== null && onSecret(made.secret)}
        />
      )}
      <ActionButton
        route={deleteNotifierSubscription}
        input={{ params, version }}
        label={t('Delete')}
        icon={IconTrash}
        confirm={{
          title: t('Delete this subscription?'),
          children:
            subscription.messaging_type === 'in_app'
              ? t('Nothing more is sent, and its delivery log is deleted. Messages already in inboxes stay there.')
              : t('Nothing more is sent, and its delivery log is deleted.'),
          isDanger: true,
          keepLabel: t('Keep subscription'),
        }}
        onDone={onDeleted}
      />
    </>
  )
}

function Deliveries({ subscription }: { subscription: NotifierSubscription }) {
  const params = paramsOf(subscription)
  const found = useList(notifierMessages.route, {}, { params, isLive: true })
  return (
    <section>
      <SectionHead
        title={t('Deliveries')}
        actions={
          found.rows.length > 0 && (
            <ListExport
              route={notifierMessages.csv}
              params={params}
              query={{}}
              title={t('Export deliveries')}
              count={found.count ?? ''}
            />
          )
        }
      />
      <DeliveryLog subscription={subscription} found={found} />
    </section>
  )
}

interface DeliveryLogProps {
  subscription: NotifierSubscription
  found: List<NotifierMessage>
}

function DeliveryLog({ subscription, found }: DeliveryLogProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  if (found.isLoading) return <Skeleton lines={4} />
  if (found.error !== null && found.rows.length === 0)
    return <ErrorState title={notifierMessages.says.failed} detail={found.error.message} onRetry={found.retry} />
  if (found.rows.length === 0) return <p>{t('Nothing was sent yet.')}</p>
  return (
    <ul className={classes.log}>
      {found.rows.map((message) => (
        <Delivery
          key={message.id}
          subscription={subscription}
          message={message}
          isOpen={message.id === openId}
          onToggle={() => setOpenId(message.id === openId ? null : message.id)}
        />
      ))}
    </ul>
  )
}

interface DeliveryProps {
  subscription: NotifierSubscription
  message: NotifierMessage
  isOpen: boolean
  onToggle: () => void
}

const kindLabels = { events: 'Events', test: 'Test', replay: 'Sent again' } as const

function Delivery({ subscription, message, isOpen, onToggle }: DeliveryProps) {
  const { dateTime } = useFormat()
  const params = { ...paramsOf(subscription), notifier_message_id: message.id }
  return (
    <li>
      <div className={classes.line}>
        <StatusText of="delivery" value={message.state} />
        <span>
          {message.kind === 'events' && message.events > 1
            ? t('{{count}} events', { count: message.events })
            : t(kindLabels[message.kind])}
        </span>
        <span>
          <RelativeTime at={message.created_at} exact={dateTime(message.created_at)} />
        </span>
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? t('Hide') : t('Details')}
        </Button>
        {message.state !== 'pending' && (
          <ActionButton
            route={replayNotifierMessage}
            input={{ params }}
            label={t('Send again')}
            variant="subtle"
            icon={IconRefresh}
            isIconOnly
          />
        )}
      </div>
      <Outcome message={message} />
      {isOpen && <Details params={params} />}
    </li>
  )
}

const failureText = (failure: string): string => t(failureLabels[failure] ?? failure.replaceAll('_', ' '))

function Outcome({
  message: { last_failure, last_status_code, attempts, next_try_at },
}: Pick<DeliveryProps, 'message'>) {
  const { dateTime } = useFormat()
  if (last_failure === null) return null
  return (
    <p className={classes.tries}>
      {failureText(last_failure)}
      {last_status_code !== null && ` (${last_status_code})`}, {t('attempt {{count}}', { count: attempts })}
      {next_try_at !== null && (
        <>
          , {t('next')} <RelativeTime at={next_try_at} exact={dateTime(next_try_at)} />
        </>
      )}
    </p>
  )
}

function Details({
  params,
}: {
  params: Record<'organization_id' | 'notifier_subscription_id' | 'notifier_message_id', string>
}) {
  const { dateTime } = useFormat()
  const { data, error, refetch } = useLive(getNotifierMessage, { params }, { isQuiet: true })
  if (error)
    return <ErrorState title={getNotifierMessage.says.failed} detail={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  return (
    <>
      <ul className={classes.tries}>
        {data.tries.map(({ id, at, status_code, failure, response, duration_ms }) => (
          <li key={id}>
            {dateTime(at)}: {failure === null ? t('accepted') : failureText(failure)}
            {status_code !== null && ` (${status_code})`}, {t('{{ms}} ms', { ms: duration_ms })}
            {response !== '' && <pre className={classes.payload}>{response}</pre>}
          </li>
        ))}
      </ul>
      {data.hidden_events > 0 && (
        <p className={classes.tries}>
          {t('{{count}} events of this message are hidden, because you may not see them.', {
            count: data.hidden_events,
          })}
        </p>
      )}
      <pre className={classes.payload}>{JSON.stringify(data.payload, null, 2)}</pre>
    </>
  )
}
