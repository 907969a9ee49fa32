import type { View } from './camera.ts'
import type { Hardware } from './hardware.ts'
import type { Site } from './lock.ts'

/** What commands can do at a site besides moving locks. */
export interface CommandedSite extends Site {
  /** Takes the hardware offline and brings it back with a new boot. */
  restart(hardware: Hardware): Promise<void>
  /** Signs in with this secret from the next connection on. */
  takeSecret?(secret: string): void
  /** Sends a heartbeat soon: it has something new to report. */
  report(hardware: Hardware): void
  /** The hardware that a controller speaks for, itself left out; none for other hardware. */
  childrenOf(hardware: Hardware): readonly Hardware[]
  /** Makes the controller speak for these too. Returns those that it cannot reach. */
  adopt(hardware: Hardware, meshId: string, children: readonly string[]): Promise<string[]>
  /** The bike in the dock is gone, so its key can be used again. */
  freeKey(key: string): void
  /** What the hardware's camera sees now. */
  cameraView(hardware: Hardware, reason: string, at: Date): View
  /** Only of a rental vehicle; returns why it cannot obey. */
  vehicle?: VehicleControls
}

export interface VehicleControls {
  /** `isOn`: it can be rented. */
  switchTo(isOn: boolean, commandId: string): string | null
  endRent(commandId: string): string | null
  restart(): Promise<void>
}

export type Ending =
  | { status: 'success'; data?: Record<string, unknown> }
  | { status: 'failed'; reason: string; data?: Record<string, unknown> }
  | { status: 'unhandled' }
/** What the hardware does after it has sent its response. */
export interface Outcome {
  ending: Ending
  after?: () => Promise<void>
}
export interface Order {
  id: string
  args: Record<string, unknown>
  onProgress: (percent: number) => void
}
export type Act = (site: CommandedSite, hardware: Hardware, order: Order) => Promise<Outcome>

export const done = (data?: Record<string, unknown>): Outcome => ({
  ending: { status: 'success', ...(data ? { data } : {}) },
})
export const failed = (reason: string, data?: Record<string, unknown>): Outcome => ({
  ending: { status: 'failed', reason, ...(data ? { data } : {}) },
})
