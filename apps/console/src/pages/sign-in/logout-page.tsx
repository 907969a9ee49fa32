import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../../session/session.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { LoadingScreen } from '../../ui/frame/mark.tsx'
import { EmptyView } from '../../ui/frame/states.tsx'
import { Bare } from './bare-page.tsx'

/** Spec section 4: a redirecting message, the provider's logout, and back here with the success. */
export function LogoutPage({ isRedirecting }: { isRedirecting: boolean }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (isRedirecting) session.signOut()
  }, [isRedirecting])

  if (isRedirecting) {
    return (
      <Bare title={t('Log out')}>
        <LoadingScreen word={t('Logging out, redirecting')} />
      </Bare>
    )
  }
  const isStillIn = session.isAuthenticated()
  return (
    <Bare title={t('Log out')}>
      <EmptyView title={isStillIn ? t('You are signed in') : t('You have been logged out')}>
        {isStillIn ? (
          <Link href="/">{t('Go to start')}</Link>
        ) : (
          <Button variant="filled" onClick={() => void navigate({ to: '/login' })}>
            {t('Sign in')}
          </Button>
        )}
      </EmptyView>
    </Bare>
  )
}
