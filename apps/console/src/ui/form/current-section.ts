import { useEffect, useState } from 'react'

/** A section whose last lines are this close to the upper edge has been read. */
const readAbovePx = 80

/**
 * Which section of a long form is current: the one chosen last while it is on screen, otherwise the topmost.
 * `ids` are those of the sections' elements, in their order; they scroll in the nearest element that matches `scroller`.
 */
export function useCurrentSection(ids: readonly string[], first: string | undefined, scroller: string) {
  const [visible, setVisible] = useState<ReadonlySet<string>>(() => new Set<string>())
  const [chosen, setChosen] = useState(first)
  const key = ids.join(' ')
  useEffect(() => {
    const parts = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      (entries) => {
        const left = new Set(entries.filter((entry) => !entry.isIntersecting).map(({ target }) => target.id))
        const entered = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target.id)
        setVisible((before) => new Set([...before, ...entered].filter((id) => !left.has(id))))
        setChosen((before) => (before !== undefined && left.has(before) ? undefined : before))
      },
      { root: parts[0]?.closest(scroller) ?? null, rootMargin: `-${readAbovePx}px 0px 0px 0px` },
    )
    for (const part of parts) observer.observe(part)
    return () => observer.disconnect()
  }, [key, scroller])
  const current = chosen !== undefined && visible.has(chosen) ? chosen : ids.find((id) => visible.has(id))
  return { current, choose: setChosen }
}
