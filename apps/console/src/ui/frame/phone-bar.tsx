import { IconMenu2, type TablerIcon } from '@tabler/icons-react'
import { Link } from '../details/link.tsx'
import classes from './phone-bar.module.css'
import { t } from '../base/translate.ts'

export type PhoneItem = { label: string; icon: TablerIcon; href: string; isActive?: boolean; count?: number }

/** Everything within the thumb's reach, 44 px and more. */
export function PhoneBar({
  items,
  isMoreOpen,
  onMore,
}: {
  items: readonly PhoneItem[]
  isMoreOpen: boolean
  onMore: () => void
}) {
  return (
    <nav className={classes.bar} aria-label={t('Main navigation')}>
      {items.map(({ label, icon: Icon, href, isActive, count }) => (
        <Link
          key={href}
          className={classes.item}
          href={href}
          data-active={isActive || undefined}
          aria-current={isActive ? 'page' : undefined}
        >
          <span className={classes.icon}>
            <Icon size={22} aria-hidden />
            {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          </span>
          {label}
        </Link>
      ))}
      <button
        type="button"
        className={classes.item}
        data-active={isMoreOpen || undefined}
        aria-expanded={isMoreOpen}
        onClick={onMore}
      >
        <span className={classes.icon}>
          <IconMenu2 size={22} aria-hidden />
        </span>
        {t('More')}
      </button>
    </nav>
  )
}
