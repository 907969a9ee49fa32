import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { forceEndSession, getSessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { SessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { call, read } from '../../api/api.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan, useCanCall } from '../../session/can.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { SwitchField, TextAreaField } from '../../ui/form/text-fields.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import classes from './parking-sessions.module.css'

/** Ends a session that its lock will not end, with the fee shown first. */
export function ForceEnd({ session }: { session: ParkingSessionDetails }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMayDo(forceEndSession)
  if (!may || session.status === 'ended') return null
  return (
    <>
      <Button
        data-danger
        leftSection={<IconPlayerStop size={15} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Force end')}
      </Button>
      {isOpen && <ForceEndDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  session: ParkingSessionDetails
  onClose: () => void
}

function ForceEndDialog({ session, onClose }: DialogProps) {
  const mayOpenDock = useCan({ device: ['FORCESTATUS', 'GETCMDSHISTORY'] }) && session.hardware_id !== null
  const seesFee = useCanCall(getSessionFee)
  const params = { session_id: session.id }
  const money = useQuery({
    ...read(getSessionFee, { params }, { isQuiet: true }),
    enabled: seesFee,
    refetchInterval: 30_000,
  })
  const shown = money.data?.fee?.total_minor ?? 0
  const isWaiting = seesFee && money.isPending
  return (
    <Dialog opened onClose={onClose} title={t('Force end this session?')} icon={IconPlayerStop} isDanger size={480}>
      {isWaiting ? <Skeleton lines={3} /> : <Consequence session={session} money={money.data ?? null} />}
      {!isWaiting && (
        <ContractForm
          // A fee that grew while the dialog was open is sent as it is shown now.
          key={shown}
          route={forceEndSession}
          params={params}
          version={session.version}
          fresh={() => call(getParkingSession, { params })}
          defaults={{ comment: '', opens_dock: false, fee_minor: money.data ? shown : null }}
          isNew
          hasDraft={false}
          saveLabel={t('End session')}
          cancelLabel={t('Keep session')}
          onDone={onClose}
          onCancel={onClose}
        >
          {mayOpenDock && (
            <SwitchField
              name="opens_dock"
              label={t('Dock')}
              sentence={t('Open the dock')}
              help={t('Anyone at the dock can take the bike.')}
            />
          )}
          <TextAreaField name="comment" label={t('Comment')} maxLength={500} />
        </ContractForm>
      )}
    </Dialog>
  )
}

/** The result first: what is charged, and to whom. */
function Consequence({ session, money }: { session: ParkingSessionDetails; money: SessionFee | null }) {
  const { money: sum } = useFormat()
  const fee = money?.fee ?? null
  if (session.status === 'booked') return <p>{t('The booking ends, and nothing is charged.')}</p>
  if (money === null) return <p>{t('The session ends now, and its fee is charged.')}</p>
  if (fee === null || fee.total_minor === 0) return <p>{t('The session ends now. Nothing is charged.')}</p>
  const amount = sum(fee.total_minor, fee.currency)
  const time = durationLabel(Date.parse(money.at) - Date.parse(session.started_at))
  return (
    <div className={classes.consequence}>
      <strong>{amount}</strong>
      <p>
        {session.user_name === null
          ? t('is the fee for {{time}}. No one is charged, because the rider is unknown.', { time })
          : t('is charged to {{name}} for {{time}}. The session ends now.', { name: session.user_name, time })}
      </p>
    </div>
  )
}
