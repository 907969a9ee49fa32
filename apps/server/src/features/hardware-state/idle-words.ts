import { sql } from 'kysely'
import { idleStatuses } from '@wheelhouse/contract/locations/location-values.ts'

/** The list of a condition: `l.status not in (${idleWords})`. */
export const idleWords = sql.join(idleStatuses.map((status) => sql.lit(status)))
