import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SearchHit, SearchMatch } from '@wheelhouse/contract/search/search.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { bestByWords, byShape, foundIn, grouped, hit, holdsWords } from './search-sql.ts'
import type { Part, Row } from './search-sql.ts'
import type { Shapes } from './shapes.ts'

interface ExternalDeviceRow extends Row {
  external_id: string
  iccid: string | null
  msisdn: string | null
}

/** Digits of a SIM match in part too, as in the list of external devices: people read out the last ones. */
const text = sql`lower(concat_ws(' ', d.name, d.external_id, d.iccid, d.msisdn))`

/** Finds routers, cameras and the like by name, own ID and the numbers of their SIM, under the rights of their list. */
export async function externalDevicesFound(ctx: Ctx, shapes: Shapes): Promise<SearchHit[]> {
  const parts = partsOf(ctx, shapes)
  if (parts.length === 0) return []
  const { rows } = await sql<ExternalDeviceRow>`
    select d.id, f.matched, l.code, d.name as title, l.label as detail, d.location_id, d.external_id, d.iccid, d.msisdn
    from ${foundIn(parts)} join external_devices d on d.id = f.id join locations l on l.id = d.location_id
    order by f.rank desc, l.code, d.name, d.id`.execute(ctx.db)
  return rows.map((row) => externalDeviceHit(row, shapes))
}

function partsOf(ctx: Ctx, { id, phone, iccid, words }: Shapes): Part[] {
  const onLocation = (action: 'GET' | 'GETEXTDEVICES') =>
    rowIsVisible(ctx, 'location', action, 'location', sql`d.location_id`)
  const from = (where: RawBuilder<unknown>) => sql`from external_devices d
    where ${where} and d.deleted_at is null and ${onLocation('GET')} and ${onLocation('GETEXTDEVICES')}`
  const parts: Part[] = []
  const shape = (matched: SearchMatch, where: RawBuilder<unknown>) =>
    parts.push(byShape(matched, sql`d.id`, from(where)))
  if (id) shape('id', sql`d.id = ${id}::uuid`)
  if (phone) shape('msisdn', sql`d.msisdn = ${phone}`)
  if (iccid) shape('iccid', sql`d.iccid = ${iccid}`)
  if (words.length > 0) parts.push(bestByWords({ id: sql`d.id`, text, words, from: from(holdsWords(text, words)) }))
  return parts
}

function externalDeviceHit(row: ExternalDeviceRow, { phone, iccid, words }: Shapes): SearchHit {
  const { external_id, iccid: ownIccid, msisdn, ...rest } = row
  const byNumber: Partial<Record<SearchMatch, { shown: string; mark: string }>> = {
    msisdn: { shown: msisdn ?? '', mark: phone ?? '' },
    iccid: { shown: grouped(ownIccid ?? ''), mark: grouped(iccid ?? '') },
  }
  const number = byNumber[row.matched]
  const detail = (number ? [number.shown, row.detail] : [row.detail, external_id]).filter(Boolean).join(', ')
  return hit('external_device', { ...rest, detail }, number ? [number.mark] : words)
}
