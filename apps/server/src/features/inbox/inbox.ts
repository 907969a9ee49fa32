import { publishChange } from '../../journal/journal.ts'
import { markRead } from '../../journal/notices.ts'
import { write } from '../../journal/write.ts'
import type { Ctx } from '../../platform/context.ts'

/** Only those of the caller; the other tabs of the person read them again. */
export function readNotices(ctx: Ctx, ids: readonly string[]): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const count = await markRead(tx, ctx.person.id, ids, journal.at)
    if (count > 0) publishChange(journal, 'notice', ctx.person.id, null, { person_id: ctx.person.id })
    return null
  })
}
