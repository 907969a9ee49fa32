import { resolve } from 'node:path'

/** Shown as one sentence to the person who starts the product. */
export class MailSettingError extends Error {}

export interface MailSettings {
  /** Undefined: a mail is written to a file in the state folder. */
  smtpUrl: string | undefined
  /** `Wheelhouse <ops@example.org>`, or the address alone. */
  from: string
  dataDir: string
}

const fromNobody = 'Wheelhouse <wheelhouse@localhost.localdomain>'

export function readMailSettings(env: Record<string, string | undefined>): MailSettings {
  const smtpUrl = env.SMTP_URL || undefined
  // It may contain a password, so the error never repeats it.
  if (smtpUrl && !isSmtpAddress(smtpUrl))
    throw new MailSettingError(
      'SMTP_URL is not an address of a mail server, such as smtps://user:password@mail.example.org:465.',
    )
  if (smtpUrl && !env.MAIL_FROM)
    throw new MailSettingError(
      'MAIL_FROM is missing: the address that mails come from, such as Wheelhouse <ops@example.org>; SMTP_URL needs it.',
    )
  const from = env.MAIL_FROM || fromNobody
  if (!senderOf(from))
    throw new MailSettingError(`MAIL_FROM is '${from}'; it is one address, such as Wheelhouse <ops@example.org>.`)
  return { smtpUrl, from, dataDir: resolve(env.WHEELHOUSE_DATA || '.wheelhouse') }
}

function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
}

// Excludes the characters that end a header, an address or a quoted name.
const address = /^[^\s@<>(),:;"\\[\]\p{Cc}]+@[^\s@<>(),:;"\\[\]\p{Cc}]+$/u
const parsed = /^([^<>"\\\p{Cc}]*?)\s*<([^<>]+)>$/u
const addressAtMost = 254

/** One address and nothing else: no name, no list, no line break. */
export const isMailAddress = (text: string): boolean => text.length <= addressAtMost && address.test(text)

/** The name and the address in `Name <address>`; undefined when the text is not exactly one sender. */
export function senderOf(text: string): { name: string; address: string } | undefined {
  const [, name, inBrackets] = parsed.exec(text) ?? []
  const sender = inBrackets === undefined ? { name: '', address: text } : { name: name ?? '', address: inBrackets }
  return isMailAddress(sender.address) ? sender : undefined
}
