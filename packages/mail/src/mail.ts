import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { MailSettingError, isMailAddress, senderOf } from './mail-settings.ts'
import type { MailSettings } from './mail-settings.ts'

export interface Message {
  /** One address. */
  to: string
  subject: string
  /** Shown by clients without HTML; never empty. */
  text: string
  html: string
}

export interface Mail {
  /** Resolves when the mail server has accepted it or the file is written; rejects with MailError. */
  send(message: Message): Promise<void>
  close(): void
}

/** The mail was not sent; it may be tried again unless `isRefused`. */
export class MailError extends Error {
  /** Permanent: the server, or this module, refuses the mail as it is. */
  readonly isRefused: boolean
  constructor(message: string, isRefused: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isRefused = isRefused
  }
}

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export function openMail({ smtpUrl, from, dataDir, log }: MailSettings & { log: Log }): Mail {
  const sender = senderOf(from)
  if (!sender)
    throw new MailSettingError(
      `The sender of mails is '${from}'; it is one address, such as Wheelhouse <ops@example.org>.`,
    )
  return smtpUrl === undefined ? mailsAsFiles(sender, join(dataDir, 'mail'), log) : mailsBySmtp(sender, smtpUrl, log)
}

type Sender = NonNullable<ReturnType<typeof senderOf>>

const subjectAtMost = 200

/** Every header is either constant or validated, so that text typed by people cannot begin another one. */
function envelopeOf(sender: Sender, { to, subject, text, html }: Message) {
  if (!isMailAddress(to)) throw new MailError('The recipient is not one mail address', true)
  if (/\p{Cc}/u.test(subject) || subject.length > subjectAtMost)
    throw new MailError('The subject is not one short line', true)
  return {
    from: sender,
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    subject,
    text,
    html,
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** For installations without a mail server: the links in the files work. */
function mailsAsFiles(sender: Sender, folder: string, log: Log): Mail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelopeOf(sender, message))
      // A link in a mail opens an account, so only the owner of the state folder may read it.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`,
      )
      await writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
      // A warning, because nobody receives the mail unless they look there.
      log.warn({ mail: file, subject: message.subject }, 'mail written to a file')
    },
    close: () => transport.close(),
  }
}

/** What nodemailer calls a refusal of the addresses or of the text. */
const refusalsOfMail = new Set(['EENVELOPE', 'EMESSAGE'])
/** The sender is asked about before any recipient. */
const askForSender = 'MAIL FROM'
const authenticationRequired = 530

/**
 * SMTP answers 5xx to what it will never accept. A wrong password or sender is mended in the settings, so the mail is tried again.
 */
const isRefusedForGood = (error: unknown): boolean => {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false
  const answer = Number(error.responseCode)
  const isOfSettings = answer === authenticationRequired || ('command' in error && error.command === askForSender)
  return refusalsOfMail.has(String(error.code)) && answer >= 500 && !isOfSettings
}

const connectWithinMs = 10_000
const silentForMs = 30_000
const ports: Partial<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

function mailsBySmtp(sender: Sender, smtpUrl: string, log: Log): Mail {
  const url = new URL(smtpUrl)
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  const transport = nodemailer.createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || ports[url.protocol],
    secure: url.protocol === 'smtps:',
    ...(auth ? { auth } : {}),
    // Neither a password nor the links of mails, which open accounts, cross a network unencrypted.
    requireTLS: !/^(localhost|127\..*|\[::1\])$/.test(url.hostname),
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: silentForMs,
  })
  return {
    async send(message) {
      const envelope = envelopeOf(sender, message)
      await transport.sendMail(envelope).catch((error: unknown) => {
        throw new MailError(
          `The mail server did not accept the mail: ${error instanceof Error ? error.message : String(error)}`,
          isRefusedForGood(error),
          {
            cause: error,
          },
        )
      })
      log.info({ subject: message.subject }, 'mail sent')
    },
    close: () => transport.close(),
  }
}
