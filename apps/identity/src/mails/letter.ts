import type { Message } from '@wheelhouse/mail/mail.ts'
import { html } from '../pages/html.ts'
import type { Html } from '../pages/html.ts'

export interface Letter {
  to: string
  /** The recipient's name, or empty. */
  name: string
  subject: string
  /** Paragraphs; a link is a separate paragraph. */
  parts: (string | { url: string; label: string })[]
}

const foot = 'Sent by the identity service of Wheelhouse. Replies to this address are not read.'

/** Renders the same content twice: as plain text, and as HTML that every mail client can display. */
export function messageOf({ to, name, subject, parts }: Letter): Message {
  const hello = name ? `Hello ${name},` : 'Hello,'
  const text = [hello, ...parts.map((part) => (typeof part === 'string' ? part : part.url)), foot].join('\n\n')
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font:15px/22px system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
        <div style="max-width:480px">
          <p style="margin:0 0 24px;font-weight:600">Wheelhouse</p>
          <p style="margin:0 0 16px">${hello}</p>
          ${parts.map((part) => (typeof part === 'string' ? paragraph(part) : button(part)))}
          <p style="margin:32px 0 0;font-size:12px;line-height:18px;opacity:.7">${foot}</p>
        </div>
      </body>
    </html> `
  return { to, subject, text: `${text}\n`, html: body.markup }
}

const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`

// The address is repeated as text, because some mail clients remove the button.
const button = ({ url, label }: { url: string; label: string }): Html =>
  html`<p style="margin:24px 0 8px">
      <a
        href="${url}"
        style="display:inline-block;padding:11px 18px;border-radius:6px;background:#057cae;color:#ffffff;font-weight:600;text-decoration:none"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 24px;font-size:12px;line-height:18px;word-break:break-all;opacity:.7">${url}</p>`
