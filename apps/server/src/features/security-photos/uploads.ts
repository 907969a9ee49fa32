import { sql } from 'kysely'
import { uuidv7At } from '@wheelhouse/db/ids.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { photoBytesAtMost, uploadSecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { openFiles } from '../../platform/files.ts'
import type { Config } from '../../platform/config.ts'
import { sendSystemCommand } from '../commands/system-commands.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { hardwareActor } from '../../journal/audit.ts'
import { publishChange, withJournal, addAuditRecord, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { readToken, signedLink } from '../../http/signed-links.ts'
import { jpegSize } from './jpeg.ts'

export const photoFolder = 'security-photos'
export const photoFile = (id: string): string => `${photoFolder}/${id}.jpg`

interface Published {
  id: string
  name: string
  args: Record<string, unknown>
  deadline_at: string
}

/**
 * Adds what the hardware needs but history does not keep: a camera needs the address for its picture. It is computed
 * each time from the command alone, so that a command that is published again carries the same address.
 */
export function wireArgsOf(config: Config, { id, name, args, deadline_at }: Published): Record<string, unknown> {
  if (name !== 'take_photo') return args
  const leave = { id, holder: id, ends_at: Date.parse(deadline_at) }
  const { url } = signedLink(config, 'upload', uploadSecurityPhoto, leave)
  return { ...args, upload_url: `${config.console_url}${url}`, max_bytes: photoBytesAtMost }
}

interface Asked {
  id: string
  hardware_id: string
  device_id: string | null
  location_id: string | null
  device_type: string | null
  device_number: number | null
  reason: string | null
  comment: string | null
  args: { reason?: string; taken_at?: string }
  user_id: string | null
  user_name: string | null
}

type Moment = Pick<Ctx, 'db' | 'clock' | 'config' | 'correlation_id' | 'log'>

/**
 * Stores the file before its row, so that every reader of the row finds the file. If a step in between fails, the file
 * is deleted again.
 */
export async function takeUpload(ctx: Moment, token: string, bytes: Uint8Array): Promise<void> {
  const leave = readToken(ctx.config, 'upload', token, ctx.clock.now())
  if (!(await askedPhoto(ctx.db, leave.id))) throw new AppError('not_found')
  const size = jpegSize(bytes)
  if (!size) throw new AppError('unsupported_media_type', {}, 'The photo must be a complete JPEG')
  const files = openFiles(ctx.config)
  const id = uuidv7At(ctx.clock.now().getTime())
  await files.put(photoFile(id), bytes)
  try {
    const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
    await withJournal(ctx.db, journal, (tx) =>
      keepPhoto(tx, journal, leave.id, { id, bytes: bytes.byteLength, ...size }),
    )
  } catch (error) {
    await files
      .remove(photoFile(id))
      .catch((err: unknown) => ctx.log.warn({ err }, 'a picture without its row is left to the nightly job'))
    throw error
  }
}

/** The command still waits, and has no picture yet; `forUpdate` lets one of two uploads at once come first. */
async function askedPhoto(db: Db, id: string, forUpdate = false): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select c.id, c.hardware_id, c.device_id, c.location_id, c.reason, c.comment, c.args, d.type as device_type, d.number as device_number,
      c.requested_by as user_id, u.name as user_name
    from commands c left join devices d on d.id = c.device_id left join console_users u on u.id = c.requested_by
    where c.id = ${id}::uuid and c.name = 'take_photo' and c.status = 'in_progress' and c.location_id is not null
      and not exists (select 1 from security_photos p where p.command_id = c.id) ${forUpdate ? sql`for update of c` : sql``}`.execute(
    db,
  )
  return rows[0]
}

interface Picture {
  id: string
  bytes: number
  width: number
  height: number
}

async function keepPhoto(tx: Tx, journal: Journal, commandId: string, picture: Picture): Promise<void> {
  const asked = await askedPhoto(tx, commandId, true)
  if (!asked?.location_id) throw new AppError('not_found')
  const at = journal.at.toISOString()
  const reason = asked.args.reason ?? asked.reason ?? 'other'
  const { hardware_id, device_id, location_id, user_id, comment } = asked
  const row = { ...picture, hardware_id, device_id, location_id, user_id, comment, reason, command_id: commandId }
  const values = { ...row, taken_at: asked.args.taken_at ?? at, created_at: at, deleting_since: null }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('security_photos')
    .values(values)
    .onConflict((conflict) => conflict.constraint('one_photo_a_command').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new AppError('not_found')
  const actor = user_id ? { kind: 'person' as const, id: user_id, name: asked.user_name } : hardwareActor(hardware_id)
  addAuditRecord(journal, {
    actor,
    verb: 'taken',
    ...toldOf(picture.id, asked),
    after: { comment, command_id: commandId, bytes: picture.bytes },
    reason,
  })
  publishChange(journal, 'security_photo', picture.id, location_id)
}

const toldOf = (id: string, { location_id, device_id, device_type, device_number }: Asked) => ({
  feature: 'security-photos' as const,
  resource_type: 'security_photo',
  resource_id: id,
  resource_name:
    device_type && device_number !== null ? deviceName({ type: device_type, number: device_number }) : null,
  visible_through_id: location_id,
  device_id,
  before: null,
})

type Announced = Extract<DeviceEvent, { type: 'photo' }>['data']

/** So many pictures an hour a camera may bring by itself: a branch in the wind fills no disk. */
const announcedAnHour = 20
const hourMs = 3_600_000

/**
 * A camera reported that it took a picture. It is asked for the picture with an ordinary command, as a person would
 * ask.
 */
export async function askForPhoto(
  tx: Tx,
  journal: Journal,
  moment: Pick<Ctx, 'db' | 'config' | 'clock'>,
  { hardware, photo, taken_at }: { hardware: PlacedHardware; photo: Announced; taken_at: string },
): Promise<void> {
  const { device, hardware_id } = hardware
  if (!device || (device.type !== 'guard' && device.type !== 'controller')) return
  const since = new Date(journal.at.getTime() - hourMs).toISOString()
  const { rows } = await sql<{ has_camera: boolean; asked: number }>`
    select l.has_camera, (select count(*) from commands c where c.hardware_id = ${hardware_id} and c.name = 'take_photo'
      and c.actor_kind = 'system' and c.created_at > ${since}::timestamptz) as asked
    from locations l where l.id = ${device.location_id}::uuid`.execute(tx)
  if (!rows[0]?.has_camera || rows[0].asked >= announcedAnHour) return
  const given = { photo_id: photo.photo_id, reason: photo.reason, taken_at }
  await sendSystemCommand(tx, journal, moment, device.id, 'take_photo', given)
}
