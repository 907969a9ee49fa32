import { readFileSync } from 'node:fs'

export interface ReceivedLetter {
  to: string
  subject: string
  text: string
  html: string
  /** The first link in the text. */
  link: string
}

/** Reads a mail file the way a mail client would, as far as our mails need it. */
export function readLetter(file: string): ReceivedLetter {
  const source = readFileSync(file, 'utf8')
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(source)?.[1]?.trim() ?? ''
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? ''
  const [, text = '', html = ''] = source.split(`--${boundary}`).map(decode)
  return { to: header('To'), subject: header('Subject'), text, html, link: /https?:\S+/.exec(text)?.[0] ?? '' }
}

function decode(part: string): string {
  const [head = '', body = ''] = part.split(/\r\n\r\n(.*)/s)
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
