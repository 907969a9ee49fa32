import { html } from './html.ts'
import { page } from './page.ts'

export interface SignOutPage {
  /** Repeated by the form. */
  fields: URLSearchParams
  host: string
  consoleOrigin: string
}

export function signOutPage({ fields, host, consoleOrigin }: SignOutPage): string {
  const main = html`<h1>Log out?</h1>
    <p class="lead">Another page asked to sign you out. You stay signed in until you confirm.</p>
    <form method="post" action="/logout">
      ${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="primary" type="submit" autofocus>Log out</button>
    </form>
    <p><a class="back" href="${consoleOrigin}/">Stay signed in</a></p>`
  return page('Log out?', main, html`<p>Identity service, ${host}</p>`)
}
