import { useLocation } from '@tanstack/react-router'
import { t } from '../../i18n/i18n.ts'
import { EmptyView } from '../../ui/frame/states.tsx'
import { titleOf } from '../navigation/page-titles.ts'

/** The empty view of what is not built, or not for production. */
export function EmptyScreen() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return <EmptyView title={t(titleOf(pathname))} />
}
