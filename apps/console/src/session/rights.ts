import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import type { Call } from '../http/http-client.ts'
import { useUser } from '../stores/user-store.ts'
import type { UserRole } from '../stores/user-store.ts'

export interface RightsDeps {
  call: Call
  credentials(): Promise<{ sub: string; email: string | null; organizationId: string | null }>
}

export interface Rights {
  /** Once a session; concurrent asks share one request, later ones are answered from memory. */
  ensure(): Promise<void>
  /** Loads the rights again after a change on the server; the page uses the old copy until then. */
  renew(): Promise<void>
  forget(): void
}

export function createRights({ call, credentials }: RightsDeps): Rights {
  let asked: Promise<void> | null = null
  let generation = 0

  async function fetchThem(): Promise<void> {
    const mine = ++generation
    useUser.setState({ loadingUserPermissions: true })
    try {
      const { sub, email, organizationId } = await credentials()
      const [userPermissions, userRoles] = await Promise.all([call(permissionTypesActions), fetchRoles(call, sub)])
      // Ignores an answer that arrives after a sign-out or a newer request.
      if (mine === generation)
        useUser.setState({
          subId: sub,
          email,
          organizationId,
          userPermissions,
          userRoles,
        })
    } finally {
      if (mine === generation) useUser.setState({ loadingUserPermissions: false })
    }
  }

  function ask(): Promise<void> {
    const asking = fetchThem().catch((error: unknown) => {
      if (asked === asking) asked = null
      throw error
    })
    asked = asking
    return asking
  }

  return {
    ensure: () => asked ?? ask(),
    renew: () => ask(),
    forget() {
      generation++
      asked = null
    },
  }
}

/** Spec sections 3 and 5: roles of a person by name; without an id nothing is asked. */
export async function fetchRoles(call: Call, id: string): Promise<UserRole[]> {
  if (!id) throw new Error('missing resource id')
  const roles = await call(listPersonRoles, { params: { id } })
  return roles
    .map((role) => ({
      id: role.role_id,
      name: role.role_name,
      groupId: role.resource_group_id,
      groupName: role.resource_group_name,
    }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
