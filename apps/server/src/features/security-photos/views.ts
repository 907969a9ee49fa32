import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { viewSecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { SecurityPhoto, ViewLink } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, withJournal, addAuditRecord, openJournal } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { readToken, signedLink } from '../../http/signed-links.ts'
import { holdsOn, readAction } from '../../authz/rights.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { openFiles } from '../../platform/files.ts'
import { keptPhoto, photoById } from './queries.ts'
import type { PhotoRef } from './queries.ts'
import { photoFile } from './uploads.ts'

/** Values: photo link, 15 min. It names whom it was given to, so that each look through it has a person. */
export function createViewLink(ctx: Ctx, ref: PhotoRef): Promise<ViewLink> {
  return write(ctx, async (_tx, journal, inside) => {
    const photo = await photoById(inside, ref)
    const ends_at = journal.at.getTime() + ctx.config.photos.link_s * 1000
    const link = signedLink(ctx.config, 'view', viewSecurityPhoto, { id: photo.id, holder: ctx.person.id, ends_at })
    const { expires_at } = link
    recordEvent(journal, photo, { actor: personActor(ctx), verb: 'link_given', after: { expires_at } })
    return link
  })
}

function recordEvent(
  journal: Journal,
  photo: SecurityPhoto,
  details: EventDetails<'security-photos'> & { actor: Actor },
): void {
  const { id, location_id, device_id, device_type: type, device_number: number } = photo
  addAuditRecord(journal, {
    ...details,
    feature: 'security-photos',
    resource_type: 'security_photo',
    resource_id: id,
    resource_name: type && number !== null ? deviceName({ type, number }) : null,
    visible_through_id: location_id,
    device_id,
    before: null,
  })
  publishChange(journal, 'security_photo', id, location_id)
}

type Moment = Omit<Ctx, 'person'>

/**
 * Returns the picture to anyone who has the link, while the person it was issued to may still see it. The look is
 * recorded before the first byte is sent: without its event there is no picture.
 */
export async function viewPhoto(ctx: Moment, token: string): Promise<Uint8Array> {
  const leave = readToken(ctx.config, 'view', token, ctx.clock.now())
  const photo = await keptPhoto(ctx, leave.id)
  const name = photo ? await nameIfAllowed(ctx.db, leave.holder, photo.location_id) : null
  if (!photo || name === null) throw new AppError('not_found')
  const bytes = await openFiles(ctx.config).read(photoFile(photo.id))
  if (!bytes) throw new AppError('not_found')
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    await sql`update security_photos set views = views + 1 where id = ${photo.id}::uuid`.execute(tx)
    recordEvent(journal, photo, {
      actor: { kind: 'person', id: leave.holder, name },
      verb: 'viewed',
      after: { taken_at: photo.taken_at },
    })
  })
  return bytes
}

/** Rights: what was taken away counts from the next statement; a link is no way around. */
async function nameIfAllowed(db: Db, personId: string, locationId: string): Promise<string | null> {
  const place = { type: 'location', id: locationId } as const
  const person = sql`p.id`
  const { rows } = await sql<{ name: string }>`
    select p.name from console_users p where p.id = ${personId}::uuid and p.disabled_at is null
      and ${holdsOn(person, 'location', readAction('location'), place)} and ${holdsOn(person, 'location', 'GETSECURITYPHOTOS', place)}`.execute(
    db,
  )
  return rows[0]?.name ?? null
}
