import { Button } from '@mantine/core'
import { IconCalendarOff, IconCoin, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { actionsOfFee } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { ownerParams } from './fee-calls.ts'
import { Amount, CalendarDay, PaidBy, Status } from './fee-columns.tsx'
import { EditFeeDialog, EndFeeDialog, PaidFeeDialog } from './fee-dialogs.tsx'
import { serviceLabels } from './fee-labels.ts'
import classes from './service-fees.module.css'

export type FeeHistory = (fee: ServiceFee) => ReactNode

interface FeePanelProps {
  fee: ServiceFee
  /** It is no longer in the list. */
  isGone: boolean
  /** Events belong to another feature: the application puts them in. */
  history: FeeHistory | undefined
  onClose: () => void
}

/** One fee: its terms, when it was paid, and what may be done with it. */
export function FeePanel({ fee, isGone, history, onClose }: FeePanelProps) {
  const { dateTime } = useFormat()
  return (
    <SidePanel
      onClose={onClose}
      title={t(serviceLabels[fee.service])}
      trailing={<Status status={fee.status} />}
      actions={isGone ? undefined : <Actions fee={fee} onDeleted={onClose} />}
    >
      {isGone && (
        <p className={classes.gone} role="status">
          {t('This service fee was deleted.')}
        </p>
      )}
      {fee.comment !== '' && <p className={classes.comment}>{fee.comment}</p>}
      <KeyValueGrid
        items={[
          { label: t('Fee'), value: <Amount {...fee} /> },
          { label: t('Paid by'), value: <PaidBy {...fee} /> },
          { label: t('From'), value: <CalendarDay day={fee.start_date} /> },
          {
            label: t('Until'),
            value: fee.end_date === null ? t('until ended') : <CalendarDay day={fee.end_date} />,
          },
          { label: t('Days in'), value: fee.resource_type === 'location' ? t("the location's own time zone") : 'UTC' },
          { label: t('Paid'), value: fee.paid_at === null ? t('not yet') : dateTime(fee.paid_at) },
          { label: t('ID'), value: <CopyableId id={fee.id} isMono /> },
          { label: t('Created'), value: dateTime(fee.created_at) },
          { label: t('Updated'), value: dateTime(fee.updated_at) },
        ]}
      />
      {history && (
        <section className={classes.history}>
          <h3>{t('Event history')}</h3>
          {history(fee)}
        </section>
      )}
    </SidePanel>
  )
}

const began = () => t('Already started: end it instead')

function Actions({ fee, onDeleted }: { fee: ServiceFee; onDeleted: () => void }) {
  const routes = serviceFeesOf[fee.resource_type]
  const may = useMayDo(routes.update)
  const [open, setOpen] = useState<'edit' | 'end' | 'pay' | null>(null)
  if (!may) return null
  const can = actionsOfFee[fee.status]
  const close = (): void => setOpen(null)
  const payer = { type: fee.resource_type, id: fee.resource_id }
  const params = { ...ownerParams(payer), [`${payer.type}_fee_id`]: fee.id }
  return (
    <>
      <Button leftSection={<IconPencil size={15} />} onClick={() => setOpen('edit')}>
        {t('Edit')}
      </Button>
      {can.includes('end') && (
        <Button leftSection={<IconCalendarOff size={15} />} onClick={() => setOpen('end')}>
          {t('End')}
        </Button>
      )}
      <Button leftSection={<IconCoin size={15} />} onClick={() => setOpen('pay')}>
        {t('Paid at')}
      </Button>
      <ActionButton
        route={routes.remove}
        input={{ params, version: fee.version }}
        label={t('Delete')}
        icon={IconTrash}
        reason={can.includes('delete') ? undefined : began()}
        confirm={{
          title: t('Delete this service fee?'),
          children: t('The fee has not started, so nothing was charged. Its history stays in the audit log.'),
          isDanger: true,
          keepLabel: t('Keep fee'),
        }}
        onDone={onDeleted}
      />
      {open === 'edit' && <EditFeeDialog fee={fee} onClose={close} />}
      {open === 'end' && <EndFeeDialog fee={fee} onClose={close} />}
      {open === 'pay' && <PaidFeeDialog fee={fee} onClose={close} />}
    </>
  )
}
