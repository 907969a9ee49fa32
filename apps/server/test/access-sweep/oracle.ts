import type pg from 'pg'

/**
 * Who may see what, worked out from the grant tables alone, in plain loops. It imports nothing of the permission code:
 * were both wrong in the same way, it would prove nothing.
 */
export interface Oracle {
  /** Ids of all rows of `rows` that the person may touch with this right. */
  seen(personId: string, type: string, action: string, rows: OracleRow[]): Set<string>
}

export interface OracleRow {
  id: string
  /** The things whose memberships count for it: itself, its location. */
  through: { type: string; id: string }[]
}

export async function readOracle(pool: pg.Pool): Promise<Oracle> {
  const grants = (await pool.query('select person_id, group_id, role_id from role_grants')).rows as {
    person_id: string
    group_id: string
    role_id: string
  }[]
  const rights = (await pool.query('select role_id, resource_type, action from role_actions')).rows as {
    role_id: string
    resource_type: string
    action: string
  }[]
  const members = (await pool.query('select resource_type, resource_id, group_id from resource_group_members'))
    .rows as {
    resource_type: string
    resource_id: string
    group_id: string
  }[]
  const all = new Set(
    ((await pool.query('select id from resource_groups where covers_everything')).rows as { id: string }[]).map(
      (row) => row.id,
    ),
  )

  function groupsWhere(personId: string, type: string, action: string): Set<string> {
    const roles = new Set(
      rights.filter((right) => right.resource_type === type && right.action === action).map((right) => right.role_id),
    )
    return new Set(
      grants.filter((grant) => grant.person_id === personId && roles.has(grant.role_id)).map((grant) => grant.group_id),
    )
  }

  return {
    seen(personId, type, action, rows) {
      const groups = groupsWhere(personId, type, action)
      if ([...groups].some((id) => all.has(id))) return new Set(rows.map((row) => row.id))
      const reached = new Set(
        members
          .filter((member) => groups.has(member.group_id))
          .map((member) => `${member.resource_type} ${member.resource_id}`),
      )
      return new Set(
        rows
          .filter((row) => row.through.some((thing) => reached.has(`${thing.type} ${thing.id}`)))
          .map((row) => row.id),
      )
    },
  }
}
