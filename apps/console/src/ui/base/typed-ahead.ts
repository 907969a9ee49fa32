/** What was typed between opening a field and its first paint: its code may have to be loaded first. */
export interface TypedAhead {
  text: string
  /** Enter was pressed as well. */
  isEntered: boolean
}

const nothing: TypedAhead = { text: '', isEntered: false }
/** After this long without a key the field is not coming, and the keys go where they went before. */
const longestPauseMs = 5_000

let typed = nothing
let stop: (() => void) | null = null

/** Collects the keys until `takeTypedAhead`, so that the first letters of a fast typist are not lost. */
export function collectKeys(): void {
  if (stop !== null) return
  typed = nothing
  const pressed = (event: KeyboardEvent): void => {
    const next = event.metaKey || event.ctrlKey || event.altKey ? null : after(typed, event.key)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    typed = next
    wait()
  }
  let timer = 0
  const wait = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(() => stop?.(), longestPauseMs)
  }
  wait()
  window.addEventListener('keydown', pressed, true)
  stop = () => {
    window.removeEventListener('keydown', pressed, true)
    clearTimeout(timer)
    stop = null
  }
}

/** The field is here and has the focus: it takes what was typed, and the keys are its own from now on. */
export function takeTypedAhead(): TypedAhead {
  stop?.()
  const taken = typed
  typed = nothing
  return taken
}

/** Null: a key that is no text. */
function after({ text, isEntered }: TypedAhead, key: string): TypedAhead | null {
  if (key.length === 1) return { text: text + key, isEntered }
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered }
  return key === 'Enter' ? { text, isEntered: true } : null
}
