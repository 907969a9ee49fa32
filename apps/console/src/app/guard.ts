import { redirect } from '@tanstack/react-router'
import { permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { t } from '../i18n/i18n.ts'
import { failureText } from '../shell/messages.ts'
import { rights } from '../session/current-user.ts'
import { withoutLeaving } from '../session/session-end.ts'
import { hasNoContact } from '../http/config.ts'
import { session } from '../session/session.ts'

/**
 * Spec section 5: a valid session, and the permissions asked for on each navigation (answered from memory once loaded).
 * On failure the tokens are cleared and the login page says why: it would only loop if it signed in by itself. Without a
 * network nobody has refused anything: what this device kept is shown, and the session stays.
 */
export async function guard(path: string): Promise<void> {
  if (!session.isAuthenticated()) throw redirect({ to: '/login', search: { redirect: path }, replace: true })
  if (!navigator.onLine && (await showKept())) return
  try {
    await withoutLeaving(rights.ensure)
  } catch (error) {
    if (hasNoContact() && (await showKept())) return
    if (hasNoContact())
      throw new Error(
        t('You are offline and no data is stored on this device. Connect to the network and reload the page.'),
        { cause: error },
      )
    await withoutLeaving(async () => session.clear())
    throw redirect({
      to: '/login',
      search: { redirect: path, error: failureText(permissionTypesActions.says.failed, error) },
      replace: true,
    })
  }
}

/** Without its code nothing is shown, and the guard goes on as always. */
const showKept = (): Promise<boolean> =>
  import('../offline/kept-replies.ts').then(
    ({ restoreKept }) => restoreKept(),
    () => false,
  )
