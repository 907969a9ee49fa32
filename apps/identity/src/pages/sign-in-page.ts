import { demonstrationAccounts, demonstrationPassword } from '../demonstration.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { page } from './page.ts'

export interface SignInPage {
  email: string
  /** Said above the fields; null at first. */
  problem: string | null
  /** Of the identity service, so that people see where they type their password. */
  host: string
  isDemonstration: boolean
}

/** A plain form: it works without script, and every field carries its own label. */
export function signInPage({ email, problem, host, isDemonstration }: SignInPage): string {
  const main = html`<h1>Sign in</h1>
    <p class="lead">to continue to the operations console</p>
    ${problem !== null && problemBox(problem)}
    <form method="post">
      ${emailField(email, problem)} ${passwordField(email, problem)}
      <button class="primary" type="submit">Sign in</button>
    </form>
    ${isDemonstration && demonstrationForm}`
  const foot = html`<p>For staff and partners. Sign-ins are recorded.</p>
    <p>Identity service, ${host}</p>`
  return page(problem === null ? 'Sign in' : 'Error: Sign in', main, foot)
}

const problemBox = (problem: string): Html =>
  html`<div class="problem" id="problem" role="alert">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 8v4M12 16v.01" /></svg>
    <p>${problem}</p>
  </div>`

// The cursor waits where the next word is to be typed; the problem is read out with the field.
const focus = (isFirst: boolean): Html | false => isFirst && html` autofocus`
const fault = (problem: string | null): Html | false => problem !== null && html` aria-invalid="true" aria-describedby="problem"`

const emailField = (email: string, problem: string | null): Html =>
  html`<label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      value="${email}"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      maxlength="254"
      required${fault(problem)}${focus(email === '')}
    />`

const passwordField = (email: string, problem: string | null): Html =>
  html`<label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      maxlength="1024"
      required${fault(problem)}${focus(email !== '')}
    />`

const demonstrationForm = html`<form class="demonstration" method="post" aria-labelledby="demonstration">
  <h2 id="demonstration">Demonstration accounts</h2>
  <p>One press signs in. Every password is <b>${demonstrationPassword}</b>.</p>
  <ul>
    ${demonstrationAccounts.map(
      ({ email, role }) =>
        html`<li>
          <button type="submit" name="demonstration_account" value="${email}"><span>${role}</span> <small>${email}</small></button>
        </li>`,
    )}
  </ul>
</form>`
