import { sql } from 'kysely'

// Literals in the text, not parameters: the partial indexes need them (data model, section 9).
export const isOpen = sql<boolean>`e.status in ('new', 'assigned', 'in_progress', 'blocked')`
