import { sql } from 'kysely'
import * as z from 'zod'
import { BulkReply, BulkTarget, route } from '@wheelhouse/contract/route.ts'
import { serve } from '../../src/http/serve.ts'
import type { On } from '../../src/http/serve.ts'
import type { TestApp } from './test-app.ts'
import { personActor } from '../../src/journal/audit.ts'
import { addAuditRecord } from '../../src/journal/journal.ts'
import { write } from '../../src/journal/write.ts'
import { bulk, bulkAction } from '../../src/features/background-jobs/bulk.ts'

export const mark = route({
  method: 'POST',
  path: '/test/v1/marks',
  summary: 'Mark locations',
  access: { location: ['UPDATE'] },
  body: z.strictObject({ target: BulkTarget, text: z.string() }),
  reply: BulkReply,
})

/** What a test does as an item's turn comes. */
export const marking: { onItem: (id: string) => Promise<void> } = { onItem: async () => {} }

/** As any verb over one thing: its row, its event, one transaction. */
const markLocations = bulkAction<{ text: string }>({
  name: 'test.mark',
  title: 'Mark locations',
  type: 'location',
  needs: { location: ['UPDATE'] },
  each: (ctx, id, { text }) =>
    write(ctx, async (tx, journal) => {
      await sql`update locations set restricted_description = restricted_description || ${text} where id = ${id}::uuid`.execute(
        tx,
      )
      addAuditRecord(journal, {
        actor: personActor(ctx),
        feature: 'locations',
        verb: 'updated',
        resource_type: 'location',
        resource_id: id,
        resource_name: null,
        visible_through_id: id,
      })
      await marking.onItem(id)
    }),
})

export function testRoutes(on: On): void {
  serve(on, mark, ({ body }, ctx) => bulk(ctx, markLocations, body.target, { text: body.text }))
}

/** An organization with five locations, and who may mark them. */
export async function makeMarkingPlace(w: TestApp) {
  marking.onItem = async () => {}
  const organization = await w.make.organization()
  const me = await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'UPDATE'] } }])
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await w.make.location(organization))
  return { organization, me, ids }
}

interface Place {
  w: TestApp
  ids: string[]
}

/** What tests do with marks on locations. The place is asked for at each call, because every test has another one. */
export function markingActions(place: () => Place) {
  const marks = async () => {
    const rows = await place()
      .w.db.selectFrom('locations')
      .select('restricted_description')
      .where('id', 'in', place().ids)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.restricted_description).join(',')
  }
  const markedEvents = async () =>
    (
      await place()
        .w.db.selectFrom('events')
        .select('id')
        .where('resource_id', 'in', place().ids)
        .where('verb', '=', 'updated')
        .execute()
    ).length
  return { marks, markedEvents }
}
