import { otpStepOf } from '@wheelhouse/device-protocol/one-time-password.ts'
import { hmacOf } from '../platform/digest.ts'
import { deviceTime } from './device-messages.ts'
import { hasLock, inTurn, remember } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { unlock } from './lock.ts'
import type { Site } from './lock.ts'

/**
 * A technician enters a one-time password at the hardware itself, which checks it without the server: of the last 24 steps
 * by its own clock, and each only once. A lock then opens. Returns whether it was accepted.
 */
export async function enterOneTimePassword(site: Site, hardware: Hardware, password: string): Promise<boolean> {
  if (hardware.isDead || hardware.isDown || hardware.otp_secret === null) return false
  const step = otpStepOf(hmacOf(hardware.otp_secret), password, deviceTime(hardware))
  if (step === null || hardware.otp_used.includes(step)) return false
  hardware.otp_used.push(step)
  remember(hardware, site.world.memory)
  if (hasLock(hardware))
    await inTurn(hardware, async () => {
      if (hardware.state === 'locked') await unlock(site, hardware)
    })
  return true
}
