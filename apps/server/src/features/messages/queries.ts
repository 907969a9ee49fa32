import { sql } from 'kysely'
import { userMessages } from '@wheelhouse/contract/messages/messages.ts'
import { instant, orNull, text, uuid, word } from '../../lists/columns.ts'
import { anyOf } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

/** The messages of one person: hundreds at most, found by the index of that person. */
export const messageList = listQuery(userMessages, {
  from: () => sql`user_messages m left join console_users s on s.id = m.sent_by`,
  id: sql`m.id`,
  // The admission of the page asks the right on this very user.
  visibleBy: [],
  where: ({ params }) => sql<boolean>`m.user_id = ${params.user_id}::uuid`,
  columns: () => ({
    id: uuid(sql`m.id`),
    text: text(sql`m.text`),
    link: word(sql`m.link`),
    created_at: instant(sql`m.created_at`),
    read_at: orNull(instant(sql`m.read_at`)),
    push_status: orNull(word(sql`m.push_status`)),
    sent_by_name: orNull(text(sql`s.name`)),
  }),
  filters: () => ({ push_status: anyOf(sql`m.push_status`) }),
})
