import { IconEyeglass2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { leaveView } from '../features/view-as/view-as-choices.ts'
import { t } from '../i18n/i18n.ts'
import { currentView, forgetView, takeEndedView } from '../session/view-as.ts'
import type { OpenView } from '../session/view-as.ts'
import { pushInfo } from '../shell/messages.ts'
import { useClock } from '../ui/base/clock.ts'
import { NoticeBar } from '../ui/frame/bars.tsx'

/** Over every screen while the console is seen as someone else would see it: whose view it is, how long, and the way out. */
export function ViewAsBar() {
  const view = currentView()
  useEffect(() => {
    const ended = view === null ? takeEndedView() : null
    if (ended !== null)
      pushInfo(t('The view as {{name}} is over. You see the console with your own permissions.', { name: ended }))
  }, [view])
  return view === null ? null : <Bar view={view} />
}

function Bar({ view }: { view: OpenView }) {
  const leftMs = useClock(5_000, (now) => new Date(view.ends_at).getTime() - now)
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) forgetView('over')
  }, [isOver])
  return (
    <NoticeBar
      tone="violet"
      icon={<IconEyeglass2 size={16} aria-hidden />}
      action={{ label: t('Leave'), onClick: () => void leaveView() }}
    >
      <strong>{wordsOf(view)}</strong> {t('Read only.')}{' '}
      <span aria-hidden>{t('{{minutes}} min left.', { minutes: Math.max(1, Math.ceil(leftMs / 60_000)) })}</span>
    </NoticeBar>
  )
}

const wordsOf = ({ name, resource_group_name: group }: OpenView): string =>
  group === null
    ? t('You see the console as {{name}}.', { name })
    : t('You see the console as {{name}} in {{group}}.', { name, group })
