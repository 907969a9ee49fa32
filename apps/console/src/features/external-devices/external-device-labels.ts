import {
  IconAlarm,
  IconBolt,
  IconBox,
  IconCamera,
  IconDeviceDesktop,
  IconMicrophone,
  IconRouter,
  IconTemperature,
  IconTrafficCone,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { simObstacle } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice, ExternalDeviceType } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { simFaultLabels } from '@wheelhouse/contract/external-devices/sims.ts'
import type { SimFault, SimProvider } from '@wheelhouse/contract/external-devices/sims.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`. */
export const typeLabels: Record<ExternalDeviceType, { word: string; icon: TablerIcon }> = {
  router: { word: 'Router', icon: IconRouter },
  camera: { word: 'Camera', icon: IconCamera },
  charger: { word: 'Charger', icon: IconBolt },
  barrier: { word: 'Barrier', icon: IconTrafficCone },
  display: { word: 'Display', icon: IconDeviceDesktop },
  sensor: { word: 'Sensor', icon: IconTemperature },
  intercom: { word: 'Intercom', icon: IconMicrophone },
  alarm_panel: { word: 'Alarm panel', icon: IconAlarm },
  other: { word: 'Other', icon: IconBox },
}

export const providerLabels: Record<SimProvider, { word: string; means: string }> = {
  m2m: { word: 'M2M provider', means: 'status and SMS available here' },
  other: { word: 'Other', means: 'managed elsewhere' },
}

const obstacleLabels = {
  sim_of_other_provider: 'The SIM belongs to another provider, which cannot be queried',
  sim_without_iccid: 'No ICCID',
} as const

/** Why nothing can be asked of the SIM; undefined: it can. */
export function obstacleOf(device: Pick<ExternalDevice, 'sim_provider' | 'iccid'>): string | undefined {
  const obstacle = simObstacle(device)
  return obstacle === null ? undefined : t(obstacleLabels[obstacle])
}

export const faultText = (fault: SimFault | null): string => (fault === null ? '' : t(simFaultLabels[fault]))

/** Who connects the SIM, as the server names it. */
const sourceLabels: Record<string, string> = { simulated: 'simulated', control_center: 'Control Center' }
export const sourceText = (source: string | null): string | null =>
  source === null ? null : t(sourceLabels[source] ?? source)

/** Printed in groups of four, as on the card. */
export const groupedDigits = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
