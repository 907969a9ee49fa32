import { demonstrationAccounts, demonstrationPassword } from '../platform/demonstration.ts'
import { paths } from '../platform/paths.ts'
import { emailField, passwordField, problemBox } from './fields.ts'
import { html } from './html.ts'
import { page } from './page.ts'

export interface SignInPage {
  email: string
  /** Shown above the fields; null at first. */
  problem: string | null
  /** Host of the identity service, so that people see where they type their password. */
  host: string
  isDemonstration: boolean
}

/** A plain form that works without script; every field has a label. */
export function signInPage({ email, problem, host, isDemonstration }: SignInPage): string {
  const isFaulty = problem !== null
  const main = html`<h1>Sign in</h1>
    <p class="lead">to continue to the operations console</p>
    ${problem !== null && problemBox(problem)}
    <form method="post">
      ${emailField({ email, isFaulty, isFirst: email === '' })}
      ${passwordField({
        name: 'password',
        label: 'Password',
        autocomplete: 'current-password',
        isFaulty,
        isFirst: email !== '',
        beside: html`<a href="${paths.forgotten}">Forgot password?</a>`,
      })}
      <button class="primary" type="submit">Sign in</button>
    </form>
    ${isDemonstration && demonstrationForm}`
  const foot = html`<p>For staff and partners. Sign-ins are recorded.</p>
    <p>Identity service, ${host}</p>`
  return page(problem === null ? 'Sign in' : 'Error: Sign in', main, foot)
}

const demonstrationForm = html`<form class="demonstration" method="post" aria-labelledby="demonstration">
  <h2 id="demonstration">Demonstration accounts</h2>
  <p>Click a name to sign in. Every password is <b>${demonstrationPassword}</b>.</p>
  <ul>
    ${demonstrationAccounts.map(
      ({ email, role }) =>
        html`<li>
          <button type="submit" name="demonstration_account" value="${email}">
            <span>${role}</span> <small>${email}</small>
          </button>
        </li>`,
    )}
  </ul>
</form>`
