import type { ComponentType } from 'react'
import { later, useLater } from '../base/lazy.tsx'
import { Skeleton } from './states.tsx'

/** As `lazyComponent`, for what fills a page or a tab: while its code is loading it must not look as if it were empty. */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = later(load)
  return function LazyPanel(props: Props) {
    const Part = useLater(part, true)
    return Part === null ? <Skeleton lines={8} /> : <Part {...props} />
  }
}
