import { html } from './html.ts'
import { page } from './page.ts'

export interface Problem {
  title: string
  /** One or two sentences: what happened and what to do. */
  text: string
  consoleOrigin: string
}

export function problemPage({ title, text, consoleOrigin }: Problem): string {
  const main = html`<h1>${title}</h1>
    <p class="lead" role="alert">${text}</p>
    <p><a class="secondary" href="${consoleOrigin}/">Back to the console</a></p>`
  return page(title, main, html`<p>For staff and partners. Sign-ins are recorded.</p>`)
}
