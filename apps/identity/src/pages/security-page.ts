import type { Factors, Passkey } from '../factors/factors.ts'
import type { PasskeyOptions } from '../factors/passkeys.ts'
import { accountLine, passwordField, problemBox } from './fields.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { page, passkeyScript } from './page.ts'
import { newPasskeyForm, newTotpForm } from './second-factor-pages.ts'

interface SecurityPage {
  email: string
  factors: Factors
  isRequired: boolean
  problem: string | null
  host: string
  consoleOrigin: string
}

const title = 'Sign-in security'

const leadOf = ({ factors, isRequired }: SecurityPage): string => {
  if (factors.hasTotp || factors.passkeys.length > 0) return 'You sign in with your password and one of these'
  return isRequired
    ? 'Your role requires a second factor in addition to the password'
    : 'A second factor protects your account even if someone learns your password'
}

const layout = (given: SecurityPage, main: Html, script?: Html): string => {
  const { problem, host, consoleOrigin } = given
  const content = html`<h1>${title}</h1>
    <p class="lead">${leadOf(given)}</p>
    ${problem !== null && problemBox(problem)} ${main}
    <p><a class="back" href="${consoleOrigin}/profile">Back to the console</a></p>`
  const foot = html`<p>For staff and partners. Sign-ins are recorded.</p>
    <p>Identity service, ${host}</p>`
  return page(problem === null ? title : `Error: ${title}`, content, foot, script)
}

/** What there is; a change needs the password first. */
export const closedSecurityPage = (given: SecurityPage): string =>
  layout(
    given,
    html`${overview(given.factors)}
      <form method="post">
        <input type="hidden" name="step" value="open" />
        ${accountLine(given.email)}
        ${passwordField({
          name: 'password',
          label: 'Password',
          autocomplete: 'current-password',
          isFaulty: given.problem !== null,
          isFirst: given.problem !== null,
        })}
        <button class="primary" type="submit">Make changes</button>
      </form>`,
  )

const overview = ({ hasTotp, passkeys, recoveryCodesLeft }: Factors): Html =>
  html`<ul class="factors" aria-label="Your second factors">
    <li>
      <div><strong>Passkeys</strong> <small>${passkeys.map(({ label }) => label).join(', ') || 'none'}</small></div>
    </li>
    <li>
      <div><strong>Authenticator app</strong> <small>${hasTotp ? 'set up' : 'not set up'}</small></div>
    </li>
    <li>
      <div><strong>Recovery codes</strong> <small>${recoveryCodesLeft} left</small></div>
    </li>
  </ul>`

interface OpenSecurityPage extends SecurityPage {
  /** Null when there are as many as allowed. */
  options: PasskeyOptions | null
  newTotp: { address: string; secret: string } | null
}

/** For some minutes after the password. */
export const openSecurityPage = (given: OpenSecurityPage): string => {
  const { factors, options, newTotp, problem } = given
  const hasAny = factors.hasTotp || factors.passkeys.length > 0
  return layout(
    given,
    html`${hasAny && changes(factors)} ${options !== null && newPasskeyForm(options)}
    ${newTotp !== null && newTotpForm(newTotp.address, newTotp.secret, problem !== null)}`,
    passkeyScript,
  )
}

const changes = ({ hasTotp, passkeys, recoveryCodesLeft }: Factors): Html =>
  html`<ul class="factors" aria-label="Your second factors">
    ${passkeys.map(passkeyLine)}
    ${
      hasTotp &&
      html`<li>
        <div><strong>Authenticator app</strong> <small>set up</small></div>
        ${verb('remove_totp', '', 'Remove', 'Remove the authenticator app')}
      </li>`
    }
    <li>
      <div><strong>Recovery codes</strong> <small>${recoveryCodesLeft} left</small></div>
      ${verb('new_codes', '', 'New codes', 'Make new recovery codes')}
    </li>
  </ul>`

const day = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const passkeyLine = ({ id, label, created_at, last_used_at }: Passkey): Html =>
  html`<li>
    <div>
      <strong>${label}</strong>
      <small
        >Passkey, added ${day(created_at)}, ${last_used_at ? `last used ${day(last_used_at)}` : 'never used'}</small
      >
    </div>
    ${verb('remove_passkey', id, 'Remove', `Remove the passkey ${label}`)}
  </li>`

const verb = (step: string, id: string, text: string, label: string): Html =>
  html`<form method="post">
    <input type="hidden" name="step" value="${step}" />
    ${id !== '' && html`<input type="hidden" name="passkey" value="${id}" />`}
    <button class="small" type="submit" aria-label="${label}">${text}</button>
  </form>`
