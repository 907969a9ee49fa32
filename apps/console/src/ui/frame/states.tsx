import { IconCloudOff, IconFilterOff, IconInbox, IconLock, IconRefresh } from '@tabler/icons-react'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import classes from './states.module.css'
import { Button } from '../base/button.tsx'
import { Link } from '../details/link.tsx'
import { Mark } from './mark.tsx'
import { useSayInPlace } from './said-in-place.ts'
import { t } from '../base/translate.ts'

type StateProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; isAlert?: boolean }

/** One of the four states: what it is, one line why, the one way out. */
export function State({ icon, title, children, action, isAlert = false }: StateProps) {
  useSayInPlace(isAlert ? title : null)
  return (
    <div className={classes.state} data-alert={isAlert || undefined} role={isAlert ? 'alert' : 'status'}>
      {icon}
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}

const large = { size: 20, 'aria-hidden': true } as const

export const NoData = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <State icon={<IconInbox {...large} />} title={title} action={action}>
    {children}
  </State>
)

export const NoMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <State
    icon={<IconFilterOff {...large} />}
    title={title}
    action={
      <button type="button" className={classes.way} onClick={onClear}>
        {t('Clear filter')}
      </button>
    }
  />
)

/** Who can give a missing permission. What draws knows no people, so the shell says it. */
export const WhoToAsk = createContext<ReactNode>(null)

/** An action and the type of resource that it is for, by their codes. */
export interface Permission {
  action: string
  resource: string
}

export interface Missing extends Permission {
  /** The other permissions, where several are missing. */
  more?: readonly Permission[]
  /** One of them would do. */
  isAnyEnough?: boolean
  /** What it is needed for, where the place does not say it: "To see past positions". */
  purpose?: string
}

/** The sentence that names a missing permission. What draws knows no permissions, so the shell says it. */
export const PermissionSentence = createContext<(missing: Missing) => ReactNode>(() => null)

export const MissingPermission = (missing: Missing) => use(PermissionSentence)(missing)

/** Names the missing permission and who can give it. */
export const NoPermission = ({
  way,
  ...missing
}: Missing & {
  /** Where one may go instead. */ way?: ReactNode
}) => (
  <State
    icon={<IconLock {...large} />}
    title={t('No permission')}
    action={
      <>
        {use(WhoToAsk)}
        {way ?? <ToStart />}
      </>
    }
  >
    <MissingPermission {...missing} />
  </State>
)

/** Of a page without anything else: a part of a page has the rest of it. */
const ToStart = () => (
  <span className={classes.exit} data-exit>
    <Link href="/">{t('Go to start')}</Link>
  </span>
)

export const ErrorState = ({ title, detail, onRetry }: { title: string; detail?: string; onRetry?: () => void }) => (
  <State
    isAlert
    icon={<IconCloudOff {...large} />}
    title={title}
    action={
      onRetry && (
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
          {t('Try again')}
        </Button>
      )
    }
  >
    {detail}
  </State>
)

/** Bare page: what is not built yet, and the quiet landing when it has content. */
export function EmptyView({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Mark size={40} />
      {title !== undefined && <h1>{title}</h1>}
      {children}
    </div>
  )
}

/** 404 and what broke a whole page. `action` is the one way out. */
export function ErrorScreen({
  code,
  title,
  detail,
  action,
}: {
  code?: string
  title: string
  detail?: string
  action?: ReactNode
}) {
  return (
    <div className={classes.empty} role="alert">
      <Mark size={40} />
      {code !== undefined && <span className={classes.code}>{code}</span>}
      <h1>{title}</h1>
      {detail !== undefined && <p>{detail}</p>}
      {action}
    </div>
  )
}

/** Nothing flashes: what loads within 150 ms shows no skeleton at all. */
export function useIsLate(isWaiting: boolean, afterMs = 150) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting, afterMs])
  return isWaiting && isLate
}

const widths = ['62%', '41%', '52%', '34%', '58%', '46%']

export const Bone = ({ width, height = 10 }: { width: string | number; height?: number }) => (
  <span className={classes.bone} style={{ width, height }} aria-hidden />
)

/** Skeleton in the final shape: lines of text, for cards and side columns. Tables draw their own. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const isLate = useIsLate(true)
  return (
    <div className={classes.skeleton} role="status" aria-label={t('Loading')} data-late={isLate || undefined}>
      {Array.from({ length: lines }, (_, index) => (
        <Bone key={index} width={widths[index % widths.length] ?? '50%'} />
      ))}
    </div>
  )
}
