import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../shell/document-title.ts'
import classes from './bare-page.module.css'

/** The pages outside of the shell: one `main`, the middle of the window. */
export function Bare({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return <main className={classes.bare}>{children}</main>
}
