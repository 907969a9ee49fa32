import { passwordAtLeast } from '../accounts/password-rules.ts'
import type { PasswordFault } from '../accounts/password-rules.ts'
import { accountLine, emailField, passwordField, problemBox } from './fields.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { page } from './page.ts'

export interface PasswordPage {
  email: string
  fault: PasswordFault | null
  host: string
}

const footOf = (host: string): Html =>
  html`<p>For staff and partners. Sign-ins are recorded.</p>
    <p>Identity service, ${host}</p>`

const titleOf = (title: string, isFaulty: boolean): string => (isFaulty ? `Error: ${title}` : title)

/** Reached by a mailed link, so there is no current password to ask for. */
export function choosePasswordPage({
  email,
  fault,
  host,
  isInvitation,
}: PasswordPage & { isInvitation: boolean }): string {
  const title = isInvitation ? 'Welcome to Wheelhouse' : 'Choose a new password'
  const main = html`<h1>${title}</h1>
    <p class="lead">
      ${isInvitation ? 'Choose a password to continue to the operations console' : 'You will be signed out everywhere else'}
    </p>
    ${fault !== null && problemBox(fault.text)}
    <form method="post">
      ${accountLine(email)} ${newPasswordFields(fault, true)}
      <button class="primary" type="submit">
        ${isInvitation ? 'Set password and continue' : 'Change the password'}
      </button>
    </form>`
  return page(titleOf(title, fault !== null), main, footOf(host))
}

/** For a person who knows their current password. */
export function changePasswordPage({
  email,
  fault,
  host,
  consoleOrigin,
}: PasswordPage & { consoleOrigin: string }): string {
  const title = 'Change your password'
  const main = html`<h1>${title}</h1>
    <p class="lead">You stay signed in here and are signed out everywhere else.</p>
    ${fault !== null && problemBox(fault.text)}
    <form method="post">
      ${accountLine(email)}
      ${passwordField({
        name: 'password',
        label: 'Current password',
        autocomplete: 'current-password',
        isFaulty: fault?.field === 'password',
        isFirst: true,
      })}
      ${newPasswordFields(fault, false)}
      <button class="primary" type="submit">Change the password</button>
    </form>
    <p><a class="back" href="${consoleOrigin}/">Back to the console</a></p>`
  return page(titleOf(title, fault !== null), main, footOf(host))
}

// Without script the page cannot reveal what was typed, so it is typed twice.
const newPasswordFields = (fault: PasswordFault | null, isFirst: boolean): Html =>
  html`${passwordField({
      name: 'new_password',
      label: 'New password',
      autocomplete: 'new-password',
      isFaulty: fault?.field === 'new_password',
      isFirst,
      describedBy: 'rule',
      atLeast: passwordAtLeast,
    })}
    <p class="rule" id="rule">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12l5 5L20 7" /></svg>
      <span
        >At least ${passwordAtLeast} characters. Four or five unrelated words make a strong password that is easy to
        remember.</span
      >
    </p>
    ${passwordField({
      name: 'new_password_again',
      label: 'Repeat password',
      autocomplete: 'new-password',
      isFaulty: fault?.field === 'new_password_again',
      isFirst: false,
      atLeast: passwordAtLeast,
    })}`

export function forgottenPasswordPage({ host, problem }: { host: string; problem: string | null }): string {
  const main = html`<h1>Forgot your password?</h1>
    <p class="lead">We will send you a link to choose a new one</p>
    ${problem !== null && problemBox(problem)}
    <form method="post">
      ${emailField({ email: '', isFaulty: problem !== null, isFirst: true })}
      <button class="primary" type="submit">Send the email</button>
    </form>`
  return page(titleOf('Forgot your password?', problem !== null), main, footOf(host))
}

export interface Notice {
  title: string
  text: string
  host: string
  /** The link to continue with. */
  onward: { url: string; label: string }
}

export function noticePage({ title, text, host, onward }: Notice): string {
  const main = html`<h1>${title}</h1>
    <p class="lead" role="status">${text}</p>
    <p><a class="secondary" href="${onward.url}">${onward.label}</a></p>`
  return page(title, main, footOf(host))
}
