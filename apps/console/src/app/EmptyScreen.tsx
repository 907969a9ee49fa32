import { useLocation } from '@tanstack/react-router'
import { t } from '../lib/i18n.ts'
import { EmptyView } from '../ui/states.tsx'
import { titleOf } from './navigation.ts'

/** The empty view of what is not built, or not for production. */
export function EmptyScreen() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return <EmptyView title={t(titleOf(pathname))} />
}
