import { useEffect } from 'react'

export const titled = (title: string): string => (title === 'Wheelhouse' ? title : `${title} · Wheelhouse`)

/** What a screen calls itself in the window's title; it speaks after the shell, which only knows the address. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = titled(title)
  }, [title])
}
