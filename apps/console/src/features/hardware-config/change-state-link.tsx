import { IconAlertTriangle, IconCheck, IconClockX, IconHelpCircle, IconHourglassOff } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { consoleDeadline } from '@wheelhouse/contract/commands/console-timeout.ts'
import { configWaits, shownChangeStatus } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigChange, ShownChangeStatus } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import { useMoment } from '../../ui/base/clock.ts'
import { Spinner } from '../../ui/details/glyphs.tsx'
import { parameterWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

const looks: Record<ShownChangeStatus, { word: string; icon: TablerIcon | null }> = {
  in_progress: { word: 'Sending', icon: null },
  verifying: { word: 'Reading back', icon: null },
  applied: { word: 'Applied', icon: IconCheck },
  differs: { word: 'Values read back differ', icon: IconAlertTriangle },
  failed: { word: 'Failed', icon: IconAlertTriangle },
  unhandled: { word: 'Unhandled', icon: IconHelpCircle },
  hardware_timeout: { word: configWaits.update.timed_out, icon: IconHourglassOff },
  // Spec 8 has one sentence for both.
  console_timeout: { word: configWaits.update.timed_out, icon: IconClockX },
}

/** The state of a configuration change: glyph and word, with the reason that the hardware gave. */
export function ChangeState({ change }: { change: ConfigChange }) {
  const { failure, differs } = change
  const status = shownChangeStatus(change, useMoment(consoleDeadline(change)))
  const { word, icon: Icon } = looks[status]
  const why = failure?.replaceAll('_', ' ') ?? differs?.map(parameterWord).join(', ')
  return (
    <span className={classes.state} data-status={status}>
      {Icon === null ? <Spinner size={13} /> : <Icon size={14} aria-hidden />}
      {why ? `${t(word)}: ${why}` : t(word)}
    </span>
  )
}
