import { wireCommands } from '@wheelhouse/device-protocol/commands.ts'
import type * as z from 'zod'
import { takePart } from './access-list.ts'
import { done, failed } from './act.ts'
import type { Act, CommandedSite, Order, Outcome } from './act.ts'
import { applyAlarms } from './alarms.ts'
import { handOver, takePicture } from './camera.ts'
import { deviceTime } from './device-messages.ts'
import { installFirmware } from './firmware.ts'
import { remember } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { lockActs } from './lock-acts.ts'
import { vehicleActs } from './vehicle-acts.ts'
import { paramsysInfo, setParameters, valuesOf } from './paramsys.ts'
import { hashOfConfig } from '../platform/digest.ts'

type Release = z.output<typeof wireCommands.firmware_update.args>
const releaseIn = (args: Record<string, unknown>): Release => wireCommands.firmware_update.args.parse(args)

/** The picture is uploaded before the response is sent, so that success means that the picture has arrived. */
async function takePhoto(site: CommandedSite, hardware: Hardware, { args }: Order): Promise<Outcome> {
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
}

/** The radio of a mesh carries so many downloads at once. */
const updatesAtOnce = 4

/** A few children at a time; those that fail keep what they had and are named. */
async function updateChildren(site: CommandedSite, hardware: Hardware, order: Order): Promise<Outcome> {
  const children = site.childrenOf(hardware)
  const failures: string[] = []
  for (let from = 0; from < children.length; from += updatesAtOnce) {
    const some = children.slice(from, from + updatesAtOnce)
    const isUpdated = await Promise.all(some.map((child) => updateChild(site, child, releaseIn(order.args))))
    failures.push(...some.filter((_, n) => !isUpdated[n]).map(({ hardware_id }) => hardware_id))
    order.onProgress(Math.round(((from + some.length) / children.length) * 100))
  }
  const data = { updated: children.length - failures.length, failed: failures }
  return failures.length > 0 ? failed('children_failed', data) : done(data)
}

async function updateChild(site: CommandedSite, child: Hardware, release: Release): Promise<boolean> {
  if (child.isDead || (await installFirmware(site, child, release)) !== null) return false
  await site.restart(child)
  return true
}

/** Success for the last part means that the whole version is stored, and survives a power cut. */
async function setAccessList(site: CommandedSite, hardware: Hardware, { args }: Order): Promise<Outcome> {
  await site.world.wait(100)
  const taken = takePart(hardware.arrivingList, args)
  if ('failure' in taken) return failed(taken.failure)
  hardware.arrivingList = 'arriving' in taken ? taken.arriving : null
  if ('arriving' in taken) return done({ version: taken.arriving.version })
  hardware.accessList = taken.list
  remember(hardware, site.world.memory)
  return done({ version: taken.list.version, keys: taken.list.entries.length })
}

export const acts: Record<string, Act> = {
  ...lockActs,
  ...vehicleActs,
  take_photo: takePhoto,
  set_access_list: setAccessList,
  firmware_update_children: updateChildren,
  async identify(site) {
    await site.world.wait(400)
    return done()
  },
  async reboot(site, hardware) {
    await site.restart(hardware)
    return done({ boot_count: hardware.boot_count })
  },
  async power_cycle_children(site, hardware, { onProgress }) {
    const children = site.childrenOf(hardware).filter(({ isDead }) => !isDead)
    onProgress(10)
    await Promise.all(children.map((child) => site.restart(child)))
    return done({ restarted: children.length })
  },
  async disable_alarm(site, hardware, { args }) {
    hardware.alarms_off_until = Date.now() + Number(args.duration_s) * 1_000
    remember(hardware, site.world.memory)
    applyAlarms(site, hardware)
    return done({ until: new Date(hardware.alarms_off_until).toISOString() })
  },
  async enable_alarm(site, hardware) {
    hardware.alarms_off_until = 0
    remember(hardware, site.world.memory)
    applyAlarms(site, hardware)
    return done()
  },
  async firmware_update(site, hardware, { args, onProgress }) {
    const trouble = await installFirmware(site, hardware, releaseIn(args), onProgress)
    if (trouble) return failed(trouble)
    await site.restart(hardware)
    return done({ version: hardware.firmware_version })
  },
  async switch_to_wifi(site, hardware) {
    const { wifi_ssid } = valuesOf(hardware)
    if (!wifi_ssid) return failed('wifi_not_configured')
    hardware.params.wifi_enabled = true
    remember(hardware, site.world.memory)
    await site.world.wait(900)
    return done({ ssid: wifi_ssid })
  },
  async get_paramsys_info(site, hardware, { args }) {
    await site.world.wait(300)
    const keys = Array.isArray(args.keys) ? args.keys.map(String) : undefined
    return done({ ...paramsysInfo(hardware, keys) })
  },
  async set_paramsys(site, hardware, { args }) {
    const set = setParameters(hardware, wireCommands.set_paramsys.args.parse(args))
    if (typeof set === 'string') return failed(set)
    remember(hardware, site.world.memory)
    applyAlarms(site, hardware)
    const outcome = done({ config_hash_before: set.before, config_hash: hashOfConfig(valuesOf(hardware)) })
    const report = () => Promise.resolve(site.report(hardware))
    return { ...outcome, after: set.needsRestart ? () => site.restart(hardware) : report }
  },
  async set_otp_secret(site, hardware, { args }) {
    if (typeof args.secret !== 'string') return failed('no_secret')
    hardware.otp_secret = args.secret
    hardware.otp_used = []
    remember(hardware, site.world.memory)
    return done()
  },
  async set_secret(site, hardware, { args }) {
    if (typeof args.secret !== 'string' || !site.takeSecret) return failed('no_secret')
    site.takeSecret(args.secret)
    return { ...done(), after: () => site.restart(hardware) }
  },
  async set_mesh(site, hardware, { args, onProgress }) {
    onProgress(20)
    const missing = await site.adopt(
      hardware,
      String(args.mesh_id),
      Array.isArray(args.children) ? args.children.map(String) : [],
    )
    return missing.length > 0 ? failed('child_not_found', { missing }) : done({ mesh_id: args.mesh_id })
  },
  async get_system_version(_site, { installed, firmware_version }) {
    const { firmware_name, pcb_version, protocol_version } = installed
    return done({ firmware_name, firmware_version, pcb_version, protocol_version })
  },
}
