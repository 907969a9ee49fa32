const quote = 0x22
const newLine = 0x0a

/** Counts the rows of a CSV as its bytes come by: a line break within quotes ends no row, and the first line is the heads. */
export function createRowCounter(): { add: (chunk: Uint8Array) => void; rows: () => number } {
  let isQuoted = false
  let lines = 0
  return {
    add: (chunk) => {
      for (const byte of chunk)
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === newLine && !isQuoted) lines++
    },
    rows: () => Math.max(0, lines - 1),
  }
}
