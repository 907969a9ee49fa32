import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { getNotifierMessage, notifierMessages, replayNotifierMessage } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierMessage, NotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, Skeleton } from '../../ui/frame/states.tsx'
import { failureLabels } from './notifier-labels.ts'
import classes from './notifier.module.css'
import { paramsOf } from './subscription-params.ts'

/** What was sent for a subscription, and what became of it. */
export function Deliveries({ subscription }: { subscription: NotifierSubscription }) {
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
  if (found.rows.length === 0) return <p>{t('Nothing has been sent yet.')}</p>
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
          <RelativeTime at={message.created_at} />
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
  if (last_failure === null) return null
  return (
    <p className={classes.tries}>
      {failureText(last_failure)}
      {last_status_code !== null && ` (${last_status_code})`}, {t('attempt {{count}}', { count: attempts })}
      {next_try_at !== null && (
        <>
          , {t('next')} <RelativeTime at={next_try_at} />
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
  const message = useLive(getNotifierMessage, { params }, { isQuiet: true })
  return (
    <Loaded query={message} failed={getNotifierMessage.says.failed} bones={<Skeleton lines={4} />}>
      {(details) => <Sent message={details} />}
    </Loaded>
  )
}

function Sent({ message: { tries, hidden_events, payload } }: { message: ReplyOf<typeof getNotifierMessage> }) {
  const { dateTime } = useFormat()
  return (
    <>
      <ul className={classes.tries}>
        {tries.map(({ id, at, status_code, failure, response, duration_ms }) => (
          <li key={id}>
            {dateTime(at)}: {failure === null ? t('accepted') : failureText(failure)}
            {status_code !== null && ` (${status_code})`}, {t('{{ms}} ms', { ms: duration_ms })}
            {response !== '' && <pre className={classes.payload}>{response}</pre>}
          </li>
        ))}
      </ul>
      {hidden_events > 0 && (
        <p className={classes.tries}>
          {hidden_events === 1
            ? t('You do not have permission to see 1 event of this message.')
            : t('You do not have permission to see {{count}} events of this message.', { count: hidden_events })}
        </p>
      )}
      <pre className={classes.payload}>{JSON.stringify(payload, null, 2)}</pre>
    </>
  )
}
