import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reportError } from '../lib/error-reports.ts'
import { otherMessages } from '../lib/failures.ts'
import { t } from '../lib/i18n.ts'
import { Link } from '../ui/link.tsx'
import { ErrorScreen } from '../ui/states.tsx'
import { Bare } from './bare.tsx'

export function NotFoundPage() {
  return (
    <Bare title={t('Not found')}>
      <ErrorScreen
        code="404"
        title={t('This page does not exist')}
        detail={t('The address may be mistyped, or what was here has moved.')}
        action={<Link href="/">{t('To the start page')}</Link>}
      />
    </Bare>
  )
}

/** A part of the page that broke; the rest of the console stays. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  useEffect(() => reportError(error), [error])
  return (
    <ErrorScreen
      title={t(otherMessages.somethingWentWrong)}
      detail={error instanceof Error ? error.message : String(error)}
      action={<Button onClick={reset}>{t('Try again')}</Button>}
    />
  )
}
