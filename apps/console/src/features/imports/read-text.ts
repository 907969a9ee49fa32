/** Encodings in which spreadsheets save a "CSV" that is not UTF-8, by the letters that they hold. */
export const encodings = ['utf-8', 'windows-1252', 'windows-1250', 'windows-1257', 'windows-1251'] as const
export type Encoding = (typeof encodings)[number]

export interface ReadText {
  text: string
  encoding: Encoding
}

/**
 * UTF-8 where the bytes are that (or say with a mark that they are UTF-16), else as Western European, which the person can
 * change: bytes alone do not tell one code page from another.
 */
export function readText(bytes: ArrayBuffer, encoding?: Encoding): ReadText {
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), encoding }
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-8' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-8' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return readText(bytes, 'windows-1252')
  }
}
