import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { hardwareLines } from '@wheelhouse/contract/hardware/hardware.ts'
import type { HardwareLine } from '@wheelhouse/contract/hardware/hardware.ts'
import { t } from '../../i18n/i18n.ts'

/** The first thing wrong with the list, in the words of spec section 5, with its line; undefined: nothing. */
export function listFault(text: string, count: number): string | undefined {
  const lines = hardwareLines(text)
  const wrong = lines.find(({ fault }) => fault !== null)
  if (wrong?.fault != null) return t('Line {{line}}: {{fault}}', { line: wrong.line, fault: t(wrong.fault) })
  return lines.length === count ? undefined : t('Invalid number of IDs')
}

interface Pair<D> {
  device: D
  line: HardwareLine | undefined
}

/** Pairs each device with the id at its place in the list; ids beyond the last device are returned separately. */
export function pairsOf<D extends Pick<Device, 'id'>>(
  text: string,
  devices: readonly D[],
): { pairs: Pair<D>[]; surplus: HardwareLine[] } {
  const lines = hardwareLines(text)
  return {
    pairs: devices.map((device, index) => ({ device, line: lines[index] })),
    surplus: lines.slice(devices.length),
  }
}
