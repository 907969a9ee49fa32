const minuteMs = 60_000

interface Stay {
  started_at: string
  ended_at: string | null
}

/** Whole minutes; of an open session until the file was begun. One that began after it has none yet. */
export const minutesCell = ({ started_at, ended_at }: Stay, now: Date): number =>
  Math.max(0, Math.floor((Date.parse(ended_at ?? now.toISOString()) - Date.parse(started_at)) / minuteMs))
