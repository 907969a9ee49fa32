import { takeTypedAhead } from '../ui/base/typed-ahead.ts'

const longestWaitMs = 5_000

/** Focuses the search as soon as its screen is drawn, and gives it what was typed until then. */
export function searchWhenReady(isReady: () => boolean, search: () => HTMLInputElement | null): void {
  const act = (): boolean => {
    if (!isReady()) return false
    const field = search()
    if (field !== null) hand(field)
    return true
  }
  if (act()) return
  const watch = new MutationObserver(() => act() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), longestWaitMs)
}

function hand(field: HTMLInputElement): void {
  const { text } = takeTypedAhead()
  if (text === '') return
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
