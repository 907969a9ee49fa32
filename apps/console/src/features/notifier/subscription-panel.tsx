import { Button } from '@mantine/core'
import { IconPencil, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  deleteNotifierSubscription,
  getNotifierSubscription,
  rotateNotifierSecret,
  testNotifierSubscription,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { MessagingType, NotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { isNotFound } from '../../http/api-error.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { Deliveries } from './deliveries.tsx'
import { eventLabels, messagingLabels, typeLabels } from './notifier-labels.ts'
import { paramsOf } from './subscription-params.ts'
import { EditSubscriptionDialog, SecretDialog } from './subscription-dialog.tsx'
import classes from './notifier.module.css'

interface SubscriptionPanelProps {
  subscription: NotifierSubscription
  isGone: boolean
  onClose: () => void
}

interface OpenSubscriptionProps {
  organizationId: string
  id: string
  onClose: () => void
}

/** The subscription that the address names. */
export function OpenSubscription({ organizationId, id, onClose }: OpenSubscriptionProps) {
  const params = { organization_id: organizationId, notifier_subscription_id: id }
  const subscription = useLive(getNotifierSubscription, { params }, { isQuiet: true })
  // A subscription that is deleted while the panel is open stays visible with a notice.
  const isGone = isNotFound(subscription.error)
  return (
    <ThingPanel
      query={subscription}
      failed={getNotifierSubscription.says.failed}
      missing={notFoundText(t('notifier subscription'))}
      isGoneSaid
      title={t('Notifier subscription')}
      onClose={onClose}
    >
      {(found) => <SubscriptionPanel subscription={found} isGone={isGone} onClose={onClose} />}
    </ThingPanel>
  )
}

/** One subscription with its delivery log. */
function SubscriptionPanel({ subscription, isGone, onClose }: SubscriptionPanelProps) {
  const [open, setOpen] = useState<'edit' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { event, messaging_type, type, url, description, has_former_secret } = subscription
  return (
    <SidePanel
      onClose={onClose}
      title={t(eventLabels[event])}
      actions={
        isGone ? undefined : (
          <Actions
            subscription={subscription}
            onEdit={() => setOpen('edit')}
            onSecret={setSecret}
            onDeleted={onClose}
          />
        )
      }
    >
      {isGone && (
        <p className={classes.gone} role="status">
          {t('This notifier subscription was deleted.')}
        </p>
      )}
      <KeyValueGrid
        items={[
          { label: t('Messaging type'), value: t(messagingLabels[messaging_type].word) },
          { label: t('Type'), value: t(typeLabels[type].word) },
          urlRow(messaging_type, url),
          { label: t('Description'), value: description === '' ? '–' : description },
          ...(has_former_secret
            ? [{ label: t('Secret'), value: t('the previous secret is valid for up to 24 h') }]
            : []),
          { label: t('ID'), value: <CopyableId id={subscription.id} isMono /> },
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
        <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
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
