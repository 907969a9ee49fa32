export type Say = (line: string) => void

const announceAfterMs = 400
const remindEveryMs = 10_000

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Reports a slow step while it runs, and says nothing about a quick one. */
export async function step<T>(say: Say, label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const elapsed = (): string => seconds(performance.now() - began)
  let isAnnounced = false
  const announce = setTimeout(() => {
    isAnnounced = true
    say(`${label} ...`)
  }, announceAfterMs)
  const remind = setInterval(() => say(`  still: ${label} (${elapsed()})`), remindEveryMs)
  try {
    const result = await work()
    if (isAnnounced) say(`${label}: ${elapsed()}`)
    return result
  } finally {
    clearTimeout(announce)
    clearInterval(remind)
  }
}
