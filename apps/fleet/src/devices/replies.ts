import { wireCommand } from '@wheelhouse/device-protocol/commands.ts'
import { readMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { CommandMessage, ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import { handOver, takePicture } from './camera.ts'
import type { View } from './camera.ts'
import { commandLatencyMs, refusalOf } from './faults.ts'
import { inTurn } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { become, lock, unlock } from './lock.ts'
import type { Site } from './lock.ts'
import { deviceTime, repeatAnswer, sendResponse } from './device-messages.ts'

/** What commands can do at a site besides moving locks. */
export interface CommandedSite extends Site {
  /** Takes the hardware offline and brings it back with a new boot. */
  restart(hardware: Hardware): Promise<void>
  /** The bike in the dock is gone, so its key can be used again. */
  freeKey(key: string): void
  /** What the hardware's camera sees now. */
  cameraView(hardware: Hardware, reason: string, at: Date): View
}

type Ending =
  | { status: 'success'; data?: Record<string, unknown> }
  | { status: 'failed'; reason: string }
  | { status: 'unhandled' }
/** What the hardware does after it has sent its response. */
interface Outcome {
  ending: Ending
  after?: () => Promise<void>
}
interface Order {
  id: string
  args: Record<string, unknown>
}
type Act = (site: CommandedSite, hardware: Hardware, order: Order) => Promise<Outcome>

const rememberedAnswers = 100
const done = (data?: Record<string, unknown>): Outcome => ({ ending: { status: 'success', ...(data ? { data } : {}) } })
const failed = (reason: string): Outcome => ({ ending: { status: 'failed', reason } })

const acts: Record<string, Act> = {
  async force_unlock(site, hardware, { id }) {
    if (hardware.key !== null) site.freeKey(hardware.key)
    hardware.key = null
    if (hardware.state !== 'unlocked') await unlock(site, hardware, id)
    return done({ state: hardware.state })
  },
  // The lock itself does not move (spec 5): the dock counts as occupied, without a key, until a command opens it.
  async force_lock(site, hardware, { id }) {
    await site.world.wait(200)
    become(site, hardware, 'locked', id)
    return done({ state: hardware.state })
  },
  async temporary_unlock(site, hardware, { id, args }) {
    if (hardware.state !== 'locked') return failed('not_locked')
    await unlock(site, hardware, id)
    const after = async () => {
      await site.world.wait(Number(args.hold_ms))
      await lock(site, hardware, id)
    }
    return { ...done({ state: hardware.state }), after }
  },
  async identify(site) {
    await site.world.wait(400)
    return done()
  },
  async reboot(site, hardware) {
    await site.restart(hardware)
    return done({ boot_count: hardware.boot_count })
  },
  async get_system_version(_site, { installed }) {
    const { firmware_name, firmware_version, pcb_version, protocol_version } = installed
    return done({ firmware_name, firmware_version, pcb_version, protocol_version })
  },
  // The lock does not move; it only learns which key to expect.
  async sync_device_session(site, hardware, { args }) {
    await site.world.wait(200)
    const key = typeof args.key === 'string' ? args.key : null
    if (hardware.key !== null && hardware.key !== key) site.freeKey(hardware.key)
    hardware.key = key
    return done()
  },
  // The picture is uploaded before the response is sent, so that a successful response means that the picture has
  // arrived.
  async take_photo(site, hardware, { args }) {
    const { upload_url, max_bytes, photo_id, reason, taken_at } = args
    if (typeof upload_url !== 'string') return failed('no_upload_address')
    const announced = typeof photo_id === 'string' ? hardware.pictures.get(photo_id) : undefined
    if (photo_id && !announced) return failed('photo_not_kept')
    await site.world.wait(600)
    const view = site.cameraView(
      hardware,
      String(reason ?? 'on_request'),
      new Date(String(taken_at ?? deviceTime(hardware).toISOString())),
    )
    const picture = announced ?? takePicture(view)
    if (picture.byteLength > Number(max_bytes ?? Infinity)) return failed('photo_too_large')
    const trouble = await handOver(upload_url, picture)
    if (trouble) return failed(trouble)
    hardware.pictures.delete(String(photo_id))
    return done({ bytes: picture.byteLength })
  },
  disable_alarm: async () => done(),
  enable_alarm: async () => done(),
}

const hasExpired = (hardware: Hardware, command: CommandMessage): boolean =>
  Date.parse(command.expires_at) < deviceTime(hardware).getTime()

async function run(site: CommandedSite, hardware: Hardware, command: CommandMessage): Promise<Outcome> {
  const definition = wireCommand(command.name)
  const act = Object.hasOwn(acts, command.name) ? acts[command.name] : undefined
  if (!definition || !act || !definition.device_types.includes(hardware.type))
    return { ending: { status: 'unhandled' } }
  const args = definition.args.safeParse(command.args)
  if (!args.success) return failed('bad_args')
  await site.world.wait(commandLatencyMs(hardware.behaviour, site.world.random))
  const refusal = refusalOf(hardware.behaviour, hardware.hardware_id, command.name, hardware.answers.size - 1)
  if (refusal) return failed(refusal)
  // The command waited behind other work until it expired.
  if (hasExpired(hardware, command)) return failed('expired')
  return act(site, hardware, { id: command.id, args: args.data })
}

function keep(hardware: Hardware, response: ResponseMessage): void {
  hardware.answers.set(response.command_id, response)
  const [oldest] = hardware.answers.keys()
  if (hardware.answers.size > rememberedAnswers && oldest !== undefined) hardware.answers.delete(oldest)
}

/** An expired command is ignored; one that was handled before gets the same response again. */
export function obey(site: CommandedSite, hardware: Hardware, payload: Uint8Array): void {
  const read = readMessage('command', payload)
  if (!read.ok || hardware.isDown || hardware.isDead) return
  const command = read.message
  const before = hardware.answers.get(command.id)
  if (before) {
    repeatAnswer(site.sender, hardware, before)
    return
  }
  if (hasExpired(hardware, command)) return
  keep(
    hardware,
    sendResponse(site.sender, hardware, {
      command_id: command.id,
      status: 'in_progress',
      step: 'received',
      percent: 0,
    }),
  )
  void inTurn(hardware, async () => {
    const { ending, after } = await run(site, hardware, command)
    keep(hardware, sendResponse(site.sender, hardware, { command_id: command.id, ...ending }))
    await after?.()
  })
}
