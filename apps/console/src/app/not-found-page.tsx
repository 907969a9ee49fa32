import { t } from '../i18n/i18n.ts'
import { Link } from '../ui/details/link.tsx'
import { ErrorScreen } from '../ui/frame/states.tsx'
import { Bare } from '../pages/sign-in/bare-page.tsx'

export function NotFoundPage() {
  return (
    <Bare title={t('Not found')}>
      <ErrorScreen
        code="404"
        title={t('This page does not exist')}
        detail={t('The address may be mistyped, or the page has moved.')}
        action={<Link href="/">{t('Go to start')}</Link>}
      />
    </Bare>
  )
}
