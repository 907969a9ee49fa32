import { Button } from '@mantine/core'
import { IconBellPlus, IconKey, IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import {
  createNotifierSubscription,
  getNotifierSubscription,
  messagingTypes,
  notifierTypes,
  subscriptionFields,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import { notifierEvents } from '@wheelhouse/contract/notifier/notifier-events.ts'
import type { NotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import { call } from '../../api/api.ts'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { eventLabels, messagingLabels, typeLabels } from './notifier-labels.ts'
import classes from './notifier.module.css'

const empty = { event: null, messaging_type: 'webhook', type: 'single', url: '', description: '' }

interface NewSubscriptionProps {
  organizationId: string
  onClose: () => void
}

/** Ends with the secret, which is shown this once. */
export function NewSubscriptionDialog({ organizationId, onClose }: NewSubscriptionProps) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t('New notifier subscription')} icon={IconBellPlus} size={560}>
      <ContractForm
        route={createNotifierSubscription}
        params={{ organization_id: organizationId }}
        defaults={empty}
        saveLabel={t('Create')}
        onDone={(made) => (made.secret === null ? onClose() : setSecret(made.secret))}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

export function EditSubscriptionDialog({
  subscription,
  onClose,
}: {
  subscription: NotifierSubscription
  onClose: () => void
}) {
  const params = {
    organization_id: subscription.organization_id,
    notifier_subscription_id: subscription.id,
  }
  return (
    <Dialog opened onClose={onClose} title={t('Edit notifier subscription')} icon={IconPencil} size={560}>
      <ContractForm
        route={updateNotifierSubscription}
        params={params}
        defaults={valuesIn(subscription, subscriptionFields)}
        version={subscription.version}
        fresh={() => call(getNotifierSubscription, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields isTypeFixed />
      </ContractForm>
    </Dialog>
  )
}

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title={t('Secret of the webhook')} icon={IconKey} size={560}>
    <div className={classes.secret}>
      <CopyableId id={secret} isMono />
      <p>
        {t('Copy the secret now. It is not shown again. The receiver checks the signature of each message with it.')}
      </p>
      <div className={classes.foot}>
        <Button variant="filled" onClick={onClose}>
          {t('I have copied it')}
        </Button>
      </div>
    </div>
  </Dialog>
)

function Fields({ isTypeFixed = false }: { isTypeFixed?: boolean }) {
  const { values, set } = useForm()
  const { messaging_type: chosen } = values
  const { url, help } = valueIn(messagingLabels, chosen) ?? messagingLabels.webhook
  // Typed for another messaging type before: the inbox has no URL, and the field to empty is gone.
  const isLeftOver = url === null && values.url !== ''
  useEffect(() => {
    if (isLeftOver) set({ url: '' })
  }, [isLeftOver, set])
  return (
    <>
      <SelectField
        name="event"
        label={t('Event')}
        options={notifierEvents.map((value) => ({ value, label: t(eventLabels[value]) }))}
      />
      <SelectField
        name="messaging_type"
        label={t('Messaging type')}
        isDisabled={isTypeFixed}
        options={messagingTypes.map((value) => ({ value, label: t(messagingLabels[value].word) }))}
      />
      {url === null && <p className={classes.hint}>{t(help)}</p>}
      <SelectField
        name="type"
        label={t('Type')}
        options={notifierTypes.map((value) => ({
          value,
          label: t(typeLabels[value].word),
          detail: t(typeLabels[value].means),
        }))}
      />
      {url !== null && <TextField name="url" label={t(url)} maxLength={500} help={t(help)} />}
      <TextField name="description" label={t('Description')} maxLength={200} />
    </>
  )
}
