import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { eventsVisibleTo } from './event-rights.ts'
import type { Payload } from './formats.ts'

/** Console users of the organization who may see at least one event of the message; accounts of machines read no inbox. */
export async function inAppReaders(db: Db, organizationId: string, payload: Payload): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from console_users
    where organization_id = ${organizationId}::uuid and kind = 'person' and disabled_at is null order by id`.execute(db)
  const people = rows.map(({ id }) => id)
  const visible = await eventsVisibleTo(db, people, [payload])
  return people.filter((person_id) => visible({ person_id, payload }).length > 0)
}
