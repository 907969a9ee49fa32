import 'virtual:mantine-first.css'
import './fonts.css'
import './global.css'
import './mantine.css'
import { MantineProvider } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { dark, gray } from './palette.ts'
import { theme } from './theme.ts'
import { cssVariables } from './tokens.ts'

/** The server writes a nonce into each index.html; Mantine's style elements carry it under the strict content security policy. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** `scheme` belongs to the caller: the shell starts light (spec 9) and turns to the person's choice, dark by default. */
export function ThemeProvider({ scheme, children }: { scheme: 'light' | 'dark'; children: ReactNode }) {
  useEffect(() => {
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar !== null) bar.content = scheme === 'dark' ? dark[8] : gray[1]
  }, [scheme])
  useSwitchAtOnce(scheme)
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  )
}

/**
 * A background that fades while its text has changed already cannot be read until it ends, so nothing fades in this frame. The
 * first scheme replaces none; marking the page for it would style each element of the first view twice more.
 */
function useSwitchAtOnce(scheme: 'light' | 'dark'): void {
  const before = useRef(scheme)
  useLayoutEffect(() => {
    if (before.current === scheme) return
    before.current = scheme
    const root = document.documentElement
    root.dataset.switching = ''
    requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.switching))
  }, [scheme])
}
