import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../../session/session.ts'
import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'
import { LoadingScreen } from '../../ui/frame/mark.tsx'
import { EmptyView } from '../../ui/frame/states.tsx'
import { Bare } from './bare-page.tsx'

/** A page of another site led here, which the server noticed: the person is asked first. */
const askFirst = 'ask'

/**
 * Drafts may repeat what a rider said, and the lists that were left what was searched for; the next person may sit at the same
 * tab. A session that expires leaves them.
 */
const emptyTab = (): void => sessionStorage.clear()

/** Spec section 4: a redirecting message, the provider's logout, and back here with the success. */
export function LogoutPage({ redirecting }: { redirecting: string | undefined }) {
  const [isOpenedSignedIn] = useState(() => redirecting !== askFirst && session.isAuthenticated())
  const isLeaving = redirecting === 'true' || isOpenedSignedIn
  useEffect(() => {
    if (!isLeaving) return
    emptyTab()
    session.signOut()
  }, [isLeaving])

  if (isLeaving) {
    return (
      <Bare title={t('Log out')}>
        <LoadingScreen word={t('Logging out, redirecting')} />
      </Bare>
    )
  }
  return <Bare title={t('Log out')}>{session.isAuthenticated() ? <Question /> : <LoggedOut />}</Bare>
}

function Question() {
  const navigate = useNavigate()
  return (
    <EmptyView title={t('Log out?')}>
      <p>{t('Another page asked to log you out. You stay signed in until you confirm.')}</p>
      <Button variant="filled" onClick={() => void navigate({ to: '/logout', search: { redirecting: 'true' } })}>
        {t('Log out')}
      </Button>
      <Link href="/">{t('Stay signed in')}</Link>
    </EmptyView>
  )
}

function LoggedOut() {
  const navigate = useNavigate()
  return (
    <EmptyView title={t('You have been logged out')}>
      <Button variant="filled" onClick={() => void navigate({ to: '/login' })}>
        {t('Sign in')}
      </Button>
    </EmptyView>
  )
}
