import { useLayoutEffect, type RefObject } from 'react'

/** Who gets the focus when what they opened is gone, the last to ask last. What opens in its place takes it over. */
let owed: readonly HTMLElement[] = []
let timer = 0
/** Where the focus was last; of a menu its button, as an entry goes before what it opens is there. */
let last: HTMLElement | null = null
/** The person pressed somewhere else since: to read, or to mark a text. */
let isLeft = false

function note({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  isLeft = false
  const menu = target.closest('[role=menu]')
  last = menu === null ? target : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
}

const leftBy = ({ target }: PointerEvent): void => {
  isLeft = !(target instanceof Node && last?.contains(target))
}

/**
 * What had the focus may disappear, as a row that someone deleted: then the screen gets it. A button that was off while its request
 * ran gets it back.
 */
export function keepFocus(): () => void {
  const catchIt = (): void => {
    if (last?.isConnected === false && isNothing(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver((mutations) => {
    if (last === null || !isNothing(document.activeElement)) return
    if (!last.isConnected) window.setTimeout(catchIt, 3 * afterMs)
    else if (
      !isLeft &&
      mutations.some(({ target, type }) => type === 'attributes' && target === last) &&
      !last.matches(':disabled')
    )
      last.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', leftBy, true)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', leftBy, true)
    observer.disconnect()
  }
}

const isNothing = (active: Element | null): boolean => active === null || active === document.body

/** Mantine waits 10 ms before it looks for whom it knows. */
const afterMs = 20

/**
 * The focus is never lost to a dialog: where Mantine does not know who opened it (it was made open, from a menu, or in place
 * of another one), it goes back from here, and to the screen when nobody is left.
 */
export function useFocusReturn(isOpen: boolean, content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const openers = openersNow()
    return () => leave(content, openers)
  }, [isOpen, content])
}

function leave({ current: closing }: RefObject<HTMLElement | null>, openers: readonly HTMLElement[]): void {
  owed = [...owed, ...openers]
  window.clearTimeout(timer)
  timer = window.setTimeout(() => giveBack(closing), afterMs)
}

function openersNow(): readonly HTMLElement[] {
  const taken = owed
  owed = []
  window.clearTimeout(timer)
  return last === null ? taken : [...taken, last]
}

function giveBack(closing: HTMLElement | null): void {
  const openers = owed
  owed = []
  const isLost = (): boolean => {
    const active = document.activeElement
    // A changed address gives the whole screen the focus when nothing has it.
    return isNothing(active) || active?.id === 'main' || closing?.contains(active) === true
  }
  const open = [...document.querySelectorAll<HTMLElement>('[role=dialog], [data-beside]')].filter(
    (one) => closing === null || !one.contains(closing),
  )
  for (const one of [...openers.toReversed(), ...open.toReversed(), document.getElementById('main')])
    if (isLost()) one?.focus({ preventScroll: true })
}
