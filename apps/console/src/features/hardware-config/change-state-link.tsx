import { IconAlertTriangle, IconCheck, IconHelpCircle, IconHourglassOff } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { configWaits } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ChangeStatus, ConfigChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import { Spinner } from '../../ui/details/glyphs.tsx'
import { parameterWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

const looks: Record<ChangeStatus, { word: string; icon: TablerIcon | null }> = {
  in_progress: { word: 'Sending', icon: null },
  verifying: { word: 'Reading back', icon: null },
  applied: { word: 'Applied', icon: IconCheck },
  differs: { word: 'Not applied as sent', icon: IconAlertTriangle },
  failed: { word: 'Failed', icon: IconAlertTriangle },
  unhandled: { word: 'Unhandled', icon: IconHelpCircle },
  hardware_timeout: { word: configWaits.update.timed_out, icon: IconHourglassOff },
}

/** The state of a configuration change: glyph and word, with the reason that the hardware gave. */
export function ChangeState({ change: { status, failure, differs } }: { change: ConfigChange }) {
  const { word, icon: Icon } = looks[status]
  const why = failure?.replaceAll('_', ' ') ?? differs?.map(parameterWord).join(', ')
  return (
    <span className={classes.state} data-status={status}>
      {Icon === null ? <Spinner size={13} /> : <Icon size={14} stroke={1.75} aria-hidden />}
      {why ? `${t(word)}: ${why}` : t(word)}
    </span>
  )
}
