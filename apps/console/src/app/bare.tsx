import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './bare.module.css'

/** The pages outside of the shell: one `main`, the middle of the window. */
export function Bare({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return <main className={classes.bare}>{children}</main>
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Wheelhouse' ? title : `${title} · Wheelhouse`
  }, [title])
}
