import { IconArrowBackUp, IconBan, IconClockPause, IconFlag, IconPlayerSkipForward } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import {
  callOffOverstay,
  getOverstay,
  postponeOverstayStep,
  releaseBike,
  skipOverstayStep,
  undoOverstayStep,
} from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayDetails } from '@wheelhouse/contract/overstays/overstays.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { useClock } from '../../ui/base/clock.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import { NumberField, TextAreaField } from '../../ui/form/text-fields.tsx'
import type { AskedMove } from './overstay-actions.tsx'
import { outcomeLabels, overstayName } from './overstay-labels.ts'
import classes from './overstays.module.css'

interface MoveDialogProps {
  overstay: OverstayDetails
  move: AskedMove
  onClose: () => void
}

interface Words {
  icon: TablerIcon
  title: string
  explain: string
  save: string
}

const wordsOf = (): Record<AskedMove, Words> => ({
  skip: {
    icon: IconPlayerSkipForward,
    title: t('Skip this step?'),
    explain: t('The next step keeps its waiting time. You can undo this until the next step begins.'),
    save: t('Skip'),
  },
  postpone: {
    icon: IconClockPause,
    title: t('Postpone this step'),
    explain: t('A waiting time can become longer, never shorter.'),
    save: t('Postpone'),
  },
  undo: {
    icon: IconArrowBackUp,
    title: t('Undo this step?'),
    explain: t('The step has not taken effect yet. It is planned again after the time that you enter.'),
    save: t('Undo'),
  },
  call_off: {
    icon: IconBan,
    title: t('Call off this overstay?'),
    explain: t('No further step is taken while the bike stays. A fee that was charged is not refunded.'),
    save: t('Call off'),
  },
  release: {
    icon: IconFlag,
    title: t('Release the bike'),
    explain: t('Check the identity of the person who collects the bike. Releasing it closes the overstay.'),
    save: t('Release'),
  },
})

/** Asks for the reason, and for what else the move needs. */
export function MoveDialog({ overstay, move, onClose }: MoveDialogProps) {
  const { icon, title, explain, save } = wordsOf()[move]
  const params = { overstay_id: overstay.id }
  const common = {
    params,
    version: overstay.version,
    fresh: () => call(getOverstay, { params }),
    isNew: true,
    hasDraft: false,
    saveLabel: save,
    cancelLabel: t('Keep as it is'),
    onDone: onClose,
    onCancel: onClose,
  } as const
  const why = <TextAreaField name="reason" label={t('Reason')} maxLength={500} />
  return (
    <Dialog opened onClose={onClose} title={title} icon={icon} size={480}>
      <p className={classes.explain}>
        {overstayName(overstay)}. {explain}
      </p>
      {move === 'skip' && (
        <ContractForm route={skipOverstayStep} defaults={{ reason: '' }} {...common}>
          {why}
        </ContractForm>
      )}
      {move === 'call_off' && (
        <ContractForm route={callOffOverstay} defaults={{ reason: '' }} {...common}>
          {why}
        </ContractForm>
      )}
      {move === 'postpone' && (
        <ContractForm route={postponeOverstayStep} defaults={{ hours: 24, reason: '' }} {...common}>
          <NumberField name="hours" label={t('Extend by')} unit={t('hours')} min={1} max={8760} />
          {why}
        </ContractForm>
      )}
      {move === 'undo' && (
        <ContractForm route={undoOverstayStep} defaults={{ hours: 24, reason: '' }} {...common}>
          <NumberField name="hours" label={t('New waiting time')} unit={t('hours')} min={1} max={8760} />
          {why}
        </ContractForm>
      )}
      {move === 'release' && (
        <ContractForm route={releaseBike} defaults={{ outcome: 'returned', reason: '' }} {...common}>
          <Outcome keepUntil={overstay.keep_until} />
          {why}
        </ContractForm>
      )}
    </Dialog>
  )
}

/** The authority gets it only after the time of storage. */
function Outcome({ keepUntil }: { keepUntil: string | null }) {
  const now = useClock(60_000, (at) => at)
  const isOver = keepUntil === null || Date.parse(keepUntil) <= now
  const offered = isOver ? (['returned', 'handed_over'] as const) : (['returned'] as const)
  return (
    <SelectField
      name="outcome"
      label={t('Outcome')}
      options={offered.map((value) => ({ value, label: t(outcomeLabels[value]) }))}
      {...(isOver ? {} : { help: t('Handing over to the authority is possible after the storage time.') })}
    />
  )
}
