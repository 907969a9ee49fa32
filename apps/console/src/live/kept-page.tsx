import type { ReactNode } from 'react'
import { HeaderNotice } from '../ui/frame/bars.tsx'
import { NotRenewed } from './loaded.tsx'
import type { Reading } from './loaded.tsx'

interface KeptPageProps {
  query: Reading<unknown>
  /** What the call says when it fails. */
  failed: string
  children: ReactNode
}

/** The page of a thing that was read: when it could not be renewed, its header (`DetailsHeader`) says so. */
export function KeptPage({ query, failed, children }: KeptPageProps) {
  const { error } = query
  return (
    <HeaderNotice
      value={error === null ? null : <NotRenewed query={query} error={error} failed={failed} isBox={false} />}
    >
      {children}
    </HeaderNotice>
  )
}
