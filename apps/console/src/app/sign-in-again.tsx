import { IconShieldLock } from '@tabler/icons-react'
import { t } from '../i18n/i18n.ts'
import { session } from '../session/session.ts'
import { useUser } from '../stores/user-store.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'

/** After a call that needs a recent sign-in. The person comes back to the same page, and typed drafts are kept. */
export function SignInAgain({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const email = useUser((state) => state.email)
  const { pathname, search, hash } = location
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => void session.startSignIn(pathname + search + hash, { email: email ?? '' })}
      icon={IconShieldLock}
      title={t('Confirm that it is you')}
      confirmLabel={t('Sign in again')}
      keepLabel={t('Not now')}
    >
      {t(
        'This action grants permissions or cannot be undone, and you signed in some time ago. Sign in again and repeat the action. Nothing has changed yet.',
      )}
    </ConfirmDialog>
  )
}
