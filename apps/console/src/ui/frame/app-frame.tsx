import { useMediaQuery } from '@mantine/hooks'
import { createContext, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { Banner } from './bars.tsx'
import { lazyDialog } from '../base/lazy.tsx'
import { NavGroup } from './nav.tsx'
import { PhoneBar, type PhoneItem } from './phone-bar.tsx'
import { FindButton, Sidebar, type SidebarProps } from './sidebar.tsx'
import { Tips } from '../details/tips.tsx'
import classes from './app-frame.module.css'
import { t } from '../base/translate.ts'

const Sheet = lazyDialog(() => import('../dialogs/sheet.tsx').then((module) => module.Sheet))

/** Under 600 px a bottom bar, to 960 an icon sidebar, then the whole one. */
export const usePhone = () =>
  useMediaQuery('(max-width: 37.49em)', undefined, { getInitialValueInEffect: false }) === true
export const useNarrow = () =>
  useMediaQuery('(max-width: 59.99em)', undefined, { getInitialValueInEffect: false }) === true

/** From 1280 px on, there is room for a separate column with live activity. */
export const useWide = () => useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false }) === true

/** Where a side panel is drawn that is beside the page. */
export const PlaceBeside = createContext<RefObject<HTMLElement | null> | null>(null)

export type AppFrameProps = SidebarProps & {
  /** The bottom bar of phones; "More" is added and opens the whole navigation. */
  phoneItems: readonly PhoneItem[]
  isMoreOpen: boolean
  onMore: (isOpen: boolean) => void
  /** An OfflineBar or StaleBar, at the top of the main panel. */
  banner?: ReactNode
  /** Above everything in the main panel, on phones too: a mark that no screen may lose. */
  mark?: ReactNode
  children: ReactNode
}

/** To the current row, which is the first one unless it was left from another, or to the list itself while it has no rows. */
function skipToList(event: MouseEvent) {
  event.preventDefault()
  const list = document.querySelector<HTMLElement>('[data-list]')
  const row = list?.querySelector<HTMLElement>('[data-index][tabindex="0"], [data-card]') ?? list
  row?.focus()
}

/** The window: navigation at the left, the main panel 8 px inside the canvas. The content of the panel scrolls. */
export function AppFrame({ children, banner, mark, phoneItems, isMoreOpen, onMore, ...sidebar }: AppFrameProps) {
  const isPhone = usePhone()
  const isNarrow = useNarrow()
  const beside = useRef<HTMLDivElement>(null)
  return (
    <div className={classes.frame} data-phone={isPhone || undefined}>
      <a className={classes.skip} href="#main">
        {t('Skip to content')}
      </a>
      <a className={classes.skip} data-to-list href="#main" onClick={skipToList}>
        {t('Skip to the list')}
      </a>
      {!isPhone && <Sidebar {...sidebar} isCollapsed={isNarrow || sidebar.isCollapsed} />}
      <main id="main" className={classes.panel} tabIndex={-1}>
        {mark}
        {!isPhone && banner}
        <div className={classes.content}>
          <Banner value={isPhone ? banner : null}>
            <PlaceBeside value={beside}>{children}</PlaceBeside>
          </Banner>
        </div>
      </main>
      <div ref={beside} className={classes.beside} />
      {isPhone && <PhoneBar items={phoneItems} isMoreOpen={isMoreOpen} onMore={() => onMore(!isMoreOpen)} />}
      <Sheet
        opened={isPhone && isMoreOpen}
        onClose={() => onMore(false)}
        size="85%"
        withCloseButton={false}
        attributes={{ content: { 'aria-label': t('Main navigation') } }}
      >
        {sidebar.onFind !== undefined && <FindButton onFind={sidebar.onFind} />}
        {sidebar.groups.map((group) => (
          <NavGroup key={group.label} {...group} onFollow={() => onMore(false)} />
        ))}
        {sidebar.user}
      </Sheet>
      <Tips />
    </div>
  )
}
