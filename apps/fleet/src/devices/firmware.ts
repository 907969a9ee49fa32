import type { FirmwareData } from '@wheelhouse/device-protocol/events.ts'
import type * as z from 'zod'
import { firmwareFailsAt } from './faults.ts'
import { remember } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import type { Site } from './lock.ts'
import { sendEvent } from './device-messages.ts'

type Channel = NonNullable<z.infer<typeof FirmwareData>['channel']>

/** What a channel offers to hardware that is not given a version: testing is ahead of it, fallback behind. */
function versionIn(channel: Channel, installed: string): string {
  const [major = 1, minor = 0, patch = 0] = installed.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  if (channel === 'testing') return `${major}.${minor + 1}.0-rc.1`
  if (channel === 'development') return `${major}.${minor + 1}.0-dev.1`
  return channel === 'fallback' ? `${major}.${Math.max(0, minor - 1)}.0` : `${major}.${minor}.${patch}`
}

const parts = [20, 40, 60, 80, 100] as const

/**
 * Downloads in steps and installs. Returns why it failed; the hardware then runs what it ran before. The restart is the
 * caller's.
 */
export async function installFirmware(
  site: Site,
  hardware: Hardware,
  { channel, version = versionIn(channel, hardware.firmware_version) }: { channel: Channel; version?: string },
  onProgress: (percent: number) => void = () => undefined,
): Promise<string | null> {
  const report = (state: 'downloading' | 'installing' | 'installed' | 'failed', more: object = {}): void =>
    sendEvent(site.sender, hardware, 'firmware', { state, channel, version, ...more })
  const failsAt = firmwareFailsAt(hardware.behaviour)
  for (const percent of parts) {
    await site.world.wait(site.world.random.between(300, 900))
    if (failsAt !== null && percent >= failsAt) {
      report('failed', { percent, reason: 'download_interrupted' })
      return 'download_interrupted'
    }
    onProgress(percent)
  }
  report('installing')
  await site.world.wait(site.world.random.between(500, 1_500))
  hardware.firmware_version = version
  remember(hardware, site.world.memory)
  report('installed')
  return null
}
