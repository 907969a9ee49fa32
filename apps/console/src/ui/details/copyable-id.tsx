import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './copyable-id.module.css'
import { Link } from './link.tsx'
import { t } from '../base/translate.ts'

type CopyableIdProps = {
  /** What is copied; shown too unless `children` says it shorter or grouped. */
  id: string
  children?: string
  /** `boxed` is for a code in a header. */
  variant?: 'boxed' | 'plain'
  isMono?: boolean
  /** The page of what the id names: the text leads there, and the icon alone copies. */
  href?: string | undefined
}

/** Every id can be copied. The icon turns into a check for two seconds. */
export function CopyableId({ href, ...props }: CopyableIdProps) {
  if (href === undefined) return <CopyButton {...props} hasText />
  return (
    <span className={classes.linked}>
      <Link href={href} className={props.isMono ? 'mono' : undefined}>
        {props.children ?? props.id}
      </Link>
      <CopyButton {...props} hasText={false} />
    </span>
  )
}

type CopyButtonProps = Omit<CopyableIdProps, 'href'> & { hasText: boolean }

function CopyButton({ id, children, variant = 'plain', isMono = false, hasText }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <button
      type="button"
      className={classes.id}
      data-variant={variant}
      data-copied={isCopied || undefined}
      data-tip={isCopied ? t('Copied') : t('Copy')}
      aria-label={t('Copy {{id}}', { id: children ?? id })}
      onClick={() =>
        void navigator.clipboard.writeText(id).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      {hasText && <span className={isMono ? 'mono' : undefined}>{children ?? id}</span>}
      <Icon size={14} aria-hidden />
      <span className="visually-hidden" role="status">
        {isCopied ? t('Copied') : ''}
      </span>
    </button>
  )
}

/** 24 hex digits in groups of four; what is not hex stays as it is. */
export const groupedHex = (id: string) => (/^[0-9a-f]+$/i.test(id) ? id.replace(/(.{4})(?=.)/g, '$1 ') : id)

/** A UUID by its beginning and its end. */
export const endsOf = (id: string): string => `${id.slice(0, 8)}…${id.slice(-6)}`
