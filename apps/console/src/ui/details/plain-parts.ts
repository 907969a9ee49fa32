export interface PlainPart {
  text: string
  isLink: boolean
}

/** Stops before what only ends the sentence around an address. */
const address = /https:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?)\]}]/gi

/** Splits a text into https addresses and the text between them. */
export function plainParts(text: string): PlainPart[] {
  const parts: PlainPart[] = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(address)) {
    if (!URL.canParse(url)) continue
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false })
    parts.push({ text: url, isLink: true })
    end = index + url.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false })
  return parts
}
