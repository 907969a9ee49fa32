/** A pointer that only passes over a link rests on it for less. */
const restMs = 50

/** The path within the console that a link leads to; null beside a link, and for one that opens elsewhere. */
function pathAt(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  return link === null || link.target !== '' ? null : link.pathname
}

/** The page's first script has the list of the files of each screen, and asks for each of them once. */
const loadFiles = (path: string): void => window.wheelhouseLoadFiles?.(path)

/**
 * Asks for the files of a screen while the pointer rests on a link to it, or presses it, so that they are there when it is followed.
 * They do not run before that, and no data is asked for: most links that are rested on are not followed.
 */
export function loadCodeAhead(page: Pick<EventTarget, 'addEventListener'>, pathOf = pathAt, load = loadFiles): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  page.addEventListener('pointerover', ({ target }) => {
    clearTimeout(resting)
    const path = pathOf(target)
    if (path !== null) resting = setTimeout(load, restMs, path)
  })
  page.addEventListener('pointerdown', ({ target }) => {
    const path = pathOf(target)
    if (path !== null) load(path)
  })
}
