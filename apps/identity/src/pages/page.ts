import { html } from './html.ts'
import type { Html } from './html.ts'
import { mark, wheel } from './drawings.ts'

/** Passkeys are the only thing that a plain form cannot do. */
export const passkeyScript: Html = html`<script src="/assets/passkey.js" defer></script>`

/** The layout of every page: the task on the left, the drawing on the right. */
export function page(title: string, main: Html, foot: Html, script?: Html): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content="#13181d" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="robots" content="noindex" />
        <title>${title} · Wheelhouse</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href="/assets/inter-latin.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/assets/identity.css" />
        ${script}
      </head>
      <body>
        <div class="panel">
          <header class="brand">${mark}<span>Wheelhouse</span></header>
          <main>${main}</main>
          <footer>${foot}</footer>
        </div>
        <div class="drawing">${wheel}</div>
      </body>
    </html> `
  return markup
}
