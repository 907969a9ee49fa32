import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconChevronDown, IconCheck, IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  callOffOverstay,
  cancelOverstayFee,
  carryOutRemoval,
  postponeOverstayStep,
  reasonAtLeast,
  releaseBike,
  skipOverstayStep,
  undoOverstayStep,
  waiveOverstayFee,
} from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayDetails } from '@wheelhouse/contract/overstays/overstays.ts'
import { canMoveOverstay } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { OverstayMove } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { ConfirmComment } from '../../ui/dialogs/confirm-dialog.tsx'
import { stepLabels } from './overstay-labels.ts'

const MoveDialog = lazyComponent(() => import('./overstay-dialogs.tsx').then((module) => module.MoveDialog))

interface ActionsProps {
  overstay: OverstayDetails
}

export type AskedMove = 'skip' | 'postpone' | 'undo' | 'call_off' | 'release'

const reason = (): ConfirmComment => ({
  label: t('Reason'),
  minLength: reasonAtLeast,
  maxLength: 500,
  isRequired: true,
})

const inputOf =
  ({ id, version }: OverstayDetails) =>
  (answer: { comment: string }) => ({ params: { overstay_id: id }, version, body: { reason: answer.comment } })

/** The likeliest action as a button, the others in a menu; each by the table of the contract and the rights of the person. */
export function OverstayActions({ overstay }: ActionsProps) {
  const [asked, setAsked] = useState<AskedMove | null>(null)
  const can = (move: OverstayMove): boolean => canMoveOverstay(overstay, move)
  const mayRelease = useMayDo(releaseBike)
  return (
    <>
      {can('carry_out') && <ConfirmRemoval overstay={overstay} />}
      {can('release') && mayRelease && (
        <Button variant="filled" leftSection={<IconFlag size={15} aria-hidden />} onClick={() => setAsked('release')}>
          {t('Release bike')}
        </Button>
      )}
      {can('cancel_fee') && <CancelFee overstay={overstay} />}
      {can('waive_fee') && <WaiveFee overstay={overstay} />}
      <StepMenu overstay={overstay} onAsk={setAsked} />
      {asked !== null && <MoveDialog overstay={overstay} move={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const ConfirmRemoval = ({ overstay }: ActionsProps) => (
  <ActionButton
    route={carryOutRemoval}
    input={inputOf(overstay)}
    label={t('Confirm removal')}
    icon={IconCheck}
    variant="filled"
    {...(overstay.photos === 0 ? { reason: t('Take a photo of the bike first') } : {})}
    confirm={{
      title: t('Is the bike out of the dock?'),
      children: t('The session ends, the order is resolved, and the rider gets a message that says where the bike is.'),
      keepLabel: t('Not yet'),
      comment: {
        ...reason(),
        label: t('Where the bike is now'),
        tooShort: t('Say where the bike is, in at least {{count}} characters', { count: reasonAtLeast }),
      },
    }}
  />
)

const CancelFee = ({ overstay }: ActionsProps) => (
  <ActionButton
    route={cancelOverstayFee}
    input={inputOf(overstay)}
    label={t('Cancel fee')}
    icon={IconBan}
    confirm={{
      title: t('Cancel the fee before it is charged?'),
      children: t('The rider is not charged. The next step keeps its waiting time.'),
      keepLabel: t('Keep fee'),
      isDanger: true,
      comment: reason(),
    }}
  />
)

function WaiveFee({ overstay }: ActionsProps) {
  const { money } = useFormat()
  const { fee_minor, currency } = overstay
  const sum = fee_minor === null || currency === null ? t('the fee') : money(fee_minor, currency)
  return (
    <ActionButton
      route={waiveOverstayFee}
      input={inputOf(overstay)}
      label={t('Waive fee')}
      icon={IconArrowBackUp}
      confirm={{
        title: t('Waive {{sum}}?', { sum }),
        children: t('What the rider paid is refunded, and the rest is no longer owed.'),
        keepLabel: t('Keep fee'),
        isDanger: true,
        comment: reason(),
      }}
    />
  )
}

interface Offer {
  move: AskedMove
  label: string
}

function offersOf(overstay: OverstayDetails): Offer[] {
  const { step, state, skipped_step } = overstay
  const name = step === null ? '' : t(stepLabels[step]).toLowerCase()
  const undone = state === 'pending' ? name : t(stepLabels[skipped_step ?? step ?? 'reminder']).toLowerCase()
  const withdraw = state === 'pending' ? t('Withdraw {{step}}', { step: name }) : t('Skip {{step}}', { step: name })
  const offers: Offer[] = [
    { move: 'postpone', label: t('Postpone {{step}}', { step: name }) },
    { move: 'undo', label: t('Undo {{step}}', { step: undone }) },
    { move: 'skip', label: withdraw },
    { move: 'call_off', label: t('Call off overstay') },
  ]
  return offers.filter(({ move }) => canMoveOverstay(overstay, move))
}

const routes = {
  postpone: postponeOverstayStep,
  undo: undoOverstayStep,
  skip: skipOverstayStep,
  call_off: callOffOverstay,
}

function StepMenu({ overstay, onAsk }: ActionsProps & { onAsk: (move: AskedMove) => void }): ReactNode {
  const may = useMayDo(routes.skip)
  const offers = offersOf(overstay)
  if (!may || offers.length === 0) return null
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t('Change')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offers.map(({ move, label }) => (
          <Menu.Item key={move} onClick={() => onAsk(move)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
