import { useLayoutEffect, useRef } from 'react'
import { collectKeys } from '../ui/base/typed-ahead.ts'
import type { DestinationGroup } from '../pages/navigation/navigation.ts'
import { goKeys } from '../pages/navigation/go-keys.ts'

interface WindowKeys {
  groups: readonly DestinationGroup[]
  onFind: () => void
  onKeys: () => void
  onGo: (path: string) => void
  /** The screen of the address is still being loaded. */
  isPageLoading: () => boolean
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu]') !== null
const isDialogOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null

/** A letter after G counts for this long. */
const goForMs = 1_500

/** Ctrl K finds anything; outside of text fields also `/`, `?`, and G with the letter of a page. */
export function useWindowKeys(keys: WindowKeys): void {
  const goSince = useRef(-goForMs)
  // Before the first paint: a key that is pressed as soon as the frame is visible must not be lost.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const wasGo = event.timeStamp - goSince.current < goForMs
      goSince.current = -goForMs
      const act = actionOf(event, wasGo, keys)
      if (act === 'go') goSince.current = event.timeStamp
      else if (act !== null) {
        event.preventDefault()
        act()
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}

/** `go`: the first of two keys. */
function actionOf(event: KeyboardEvent, wasGo: boolean, keys: WindowKeys): (() => void) | 'go' | null {
  const { key, metaKey, ctrlKey, altKey, target } = event
  const find = (): void => {
    if (!isDialogOpen()) collectKeys()
    keys.onFind()
  }
  if (key.toLowerCase() === 'k' && (metaKey || ctrlKey)) return find
  if (metaKey || ctrlKey || altKey || isWriting(target) || isDialogOpen()) return null
  if (wasGo) {
    const path = pathOf(key, keys.groups)
    return path === undefined ? null : () => keys.onGo(path)
  }
  if (key === 'g') return 'go'
  if (key === '?') return keys.onKeys
  return key === '/' ? () => searchOrFind(keys, find) : null
}

/** The search of the list on screen, also of one whose screen is still being loaded; anything else where it has none. */
function searchOrFind({ isPageLoading }: WindowKeys, find: () => void): void {
  // A page has its heading from its first paint on.
  const isReady = (): boolean => !isPageLoading() && document.querySelector('main h1') !== null
  const search = (): HTMLInputElement | null => focusSearch() ?? (find(), null)
  if (isReady()) return void search()
  collectKeys()
  void import('./search-ahead.ts').then(({ searchWhenReady }) => searchWhenReady(isReady, search))
}

/** The search field of the list on screen; null where there is none. */
function focusSearch(): HTMLInputElement | null {
  const field = document.querySelector<HTMLInputElement>('main [role=search] input[type=search]')
  if (field === null || field.offsetParent === null) return null
  field.focus()
  field.select()
  return field
}

/** Only pages that this person's menu has. */
function pathOf(key: string, groups: readonly DestinationGroup[]): string | undefined {
  const path = goKeys.find((one) => one.key === key.toLowerCase())?.path
  return groups.some(({ destinations }) =>
    destinations.some((one) => one.path === path || one.children?.some((child) => child.path === path)),
  )
    ? path
    : undefined
}
