import { Button } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { authStore, session } from '../../session/session.ts'
import { pathInside } from '../../session/login-path.ts'
import { recordThisSignIn } from '../../session/current-user.ts'
import { reportError } from '../../http/error-reports.ts'
import { t } from '../../i18n/i18n.ts'
import { LoadingScreen } from '../../ui/frame/mark.tsx'
import { ErrorScreen } from '../../ui/frame/states.tsx'
import { Bare } from './bare-page.tsx'

interface LoginProps {
  code?: string
  error?: string
  redirect?: string
}

/** Start of a sign-in, its way back, and what went wrong. With an error it waits for a click: by itself it would loop. */
export function LoginPage({ code, error, redirect }: LoginProps) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const path = pathInside(redirect ?? session.begunSignIn().afterLoginPath ?? '/', location.origin)

  useEffect(() => {
    if (error !== undefined) return
    const failed = (reason: unknown) =>
      void navigate({
        to: '/login',
        search: { error: reason instanceof Error ? reason.message : String(reason), redirect: path },
        replace: true,
      })
    if (code !== undefined) void enter(code).then((to) => history.replace(to), failed)
    else if (session.isAuthenticated()) history.replace(path)
    else session.startSignIn(path).catch(failed)
  }, [code, error, path, history, navigate])

  // Another tab may sign in while this page is open; this tab then need not ask again.
  useEffect(
    () =>
      authStore.subscribe(
        ({ refreshToken }, before) =>
          void (error !== undefined && refreshToken !== null && before.refreshToken === null && history.replace(path)),
      ),
    [error, path, history],
  )

  if (error === undefined) {
    return (
      <Bare title={t('Sign in')}>
        <LoadingScreen word={code === undefined ? t('Redirecting to the sign-in page') : t('Signing in')} />
      </Bare>
    )
  }
  const again = (): void => {
    setLeaving(true)
    session.startSignIn(path).catch(reportError)
  }
  return (
    <Bare title={t('Sign in')}>
      <ErrorScreen
        title={t('You are not signed in')}
        detail={wordsOf(error)}
        action={
          <Button variant="filled" loading={isLeaving} onClick={again}>
            {t('Sign in again')}
          </Button>
        }
      />
    </Bare>
  )
}

async function enter(code: string): Promise<string> {
  // The way back in the browser's history: the code is used up, the person is inside.
  if (session.isAuthenticated() && session.begunSignIn().codeVerifier === null) return '/'
  const to = await session.completeSignIn(code)
  void recordThisSignIn().catch(reportError)
  return to
}

/** What a provider answers in place of a code, in words. */
const providerLabels: Record<string, string> = {
  access_denied: 'The sign-in was not allowed',
  temporarily_unavailable: 'The sign-in service is not available at the moment',
  server_error: 'The sign-in service has a problem',
}
const wordsOf = (error: string): string => (providerLabels[error] ? t(providerLabels[error]) : error)
