import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../lib/session.ts'
import { t } from '../lib/i18n.ts'
import { Link } from '../ui/link.tsx'
import { LoadingScreen } from '../ui/mark.tsx'
import { EmptyView } from '../ui/states.tsx'
import { Bare } from './bare.tsx'

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
          <Link href="/">{t('To the start page')}</Link>
        ) : (
          <Button variant="filled" onClick={() => void navigate({ to: '/login' })}>
            {t('Sign in')}
          </Button>
        )}
      </EmptyView>
    </Bare>
  )
}
