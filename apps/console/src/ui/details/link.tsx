import { createContext, use, type ComponentProps, type MouseEvent, type ReactNode } from 'react'

const Navigate = createContext<((href: string) => void) | null>(null)

/** The app gives its router's navigation once; without it links are plain ones. */
export function NavigateProvider({ navigate, children }: { navigate: (href: string) => void; children: ReactNode }) {
  return <Navigate value={navigate}>{children}</Navigate>
}

export const useNavigateTo = () => use(Navigate)

export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** A real address, so that middle click, copy and "open in new tab" work; a plain click stays inside the console. */
export function Link({ href, onClick, target, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const navigate = use(Navigate)
  return (
    <a
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (navigate === null || target !== undefined || !href.startsWith('/') || !isPlainClick(event)) return
        event.preventDefault()
        navigate(href)
      }}
      {...rest}
    >
      {children}
    </a>
  )
}
