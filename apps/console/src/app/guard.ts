import { redirect } from '@tanstack/react-router'
import { permissionTypesActions } from '@wheelhouse/contract/permissions/permissions.ts'
import { failureText } from '../shell/messages.ts'
import { rights } from '../session/current-user.ts'
import { withoutLeaving } from '../session/session-end.ts'
import { session } from '../session/session.ts'

/**
 * Spec section 5: a valid session, and the permissions asked for on each navigation (answered from memory once loaded).
 * On failure the tokens are cleared and the login page says why: it would only loop if it signed in by itself.
 */
export async function guard(path: string): Promise<void> {
  if (!session.isAuthenticated()) throw redirect({ to: '/login', search: { redirect: path }, replace: true })
  try {
    await withoutLeaving(rights.ensure)
  } catch (error) {
    await withoutLeaving(async () => session.clear())
    throw redirect({
      to: '/login',
      search: { redirect: path, error: failureText(permissionTypesActions.says.failed, error) },
      replace: true,
    })
  }
}
