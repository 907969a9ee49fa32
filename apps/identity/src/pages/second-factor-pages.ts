import type { Factors } from '../factors/factors.ts'
import type { PasskeyOptions } from '../factors/passkeys.ts'
import { qrPath } from '../factors/totp.ts'
import { problemBox } from './fields.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { page, passkeyScript } from './page.ts'

const footOf = (host: string): Html =>
  html`<p>For staff and partners. Sign-ins are recorded.</p>
    <p>Identity service, ${host}</p>`

const titleOf = (title: string, problem: string | null): string => (problem === null ? title : `Error: ${title}`)

/** Hidden until the script finds that this browser knows passkeys. */
export const passkeyForm = (
  kind: 'create' | 'get',
  options: PasskeyOptions,
  step: string,
  button: string,
  more?: Html,
): Html =>
  html`<form method="post" data-passkey="${kind}" data-options="${options}" hidden>
    <input type="hidden" name="step" value="${step}" />
    <input type="hidden" name="credential" />
    ${more}
    <p class="problem" role="alert" data-problem hidden></p>
    <button class="primary" type="submit">${button}</button>
  </form>`

interface CodeField {
  label: string
  isFaulty: boolean
  isFirst: boolean
}

export const codeField = ({ label, isFaulty, isFirst }: CodeField): Html =>
  html`<label for="code">${label}</label>
    <input
      id="code"
      name="code"
      class="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      pattern="[0-9 ]{6,8}"
      title="Six digits"
      maxlength="8"
      required${isFaulty && html` aria-invalid="true" aria-describedby="problem"`}${isFirst && html` autofocus`}
    />`

export interface ProofPage {
  factors: Factors
  /** Null without passkeys. */
  options: PasskeyOptions | null
  problem: string | null
  host: string
}

/** The second step of a sign-in. */
export function proofPage({ factors, options, problem, host }: ProofPage): string {
  const isFaulty = problem !== null
  const main = html`<h1>Confirm that it is you</h1>
    <p class="lead">Your password is correct. Now confirm with your second factor.</p>
    ${problem !== null && problemBox(problem)}
    ${options !== null && passkeyForm('get', options, 'passkey', 'Use your passkey')}
    ${factors.hasTotp && totpForm(isFaulty, options === null)} ${factors.recoveryCodesLeft > 0 && recoveryForm}
    ${otherPersonForm}`
  return page(titleOf('Confirm that it is you', problem), main, footOf(host), passkeyScript)
}

const totpForm = (isFaulty: boolean, isFirst: boolean): Html =>
  html`<form method="post">
    <input type="hidden" name="step" value="totp" />
    ${codeField({ label: 'Code from your authenticator app', isFaulty, isFirst })}
    <button class="${isFirst ? 'primary' : 'secondary'}" type="submit">Confirm the code</button>
  </form>`

const recoveryForm = html`<details>
  <summary>Use a recovery code</summary>
  <form method="post">
    <input type="hidden" name="step" value="recovery" />
    <label for="recovery">Recovery code</label>
    <input
      id="recovery"
      name="code"
      class="code"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="40"
      required
      aria-describedby="recovery-rule"
    />
    <p class="rule" id="recovery-rule">
      <span
        >Each code works once. Without codes an administrator of your organization can reset your second factor.</span
      >
    </p>
    <button class="secondary" type="submit">Use this code</button>
  </form>
</details>`

const otherPersonForm = html`<form method="post">
  <input type="hidden" name="step" value="start_over" />
  <button class="plain" type="submit">Sign in as someone else</button>
</form>`

export interface EnrolmentPage {
  /** The address for authenticator apps, and the secret in it. */
  address: string
  secret: string
  options: PasskeyOptions
  problem: string | null
  host: string
}

/** For a person whose role requires a second factor and who has none. */
export function enrolmentPage({ address, secret, options, problem, host }: EnrolmentPage): string {
  const main = html`<h1>Set up a second factor</h1>
    <p class="lead">Your role requires one in addition to the password. Choose a passkey or an authenticator app.</p>
    ${problem !== null && problemBox(problem)} ${newPasskeyForm(options)}
    ${newTotpForm(address, secret, problem !== null)} ${otherPersonForm}`
  return page(titleOf('Set up a second factor', problem), main, footOf(host), passkeyScript)
}

export const newPasskeyForm = (options: PasskeyOptions): Html =>
  html`<section class="way" aria-labelledby="new-passkey">
    <h2 id="new-passkey">Passkey</h2>
    <p>Your fingerprint, face, screen lock or a security key. It cannot be phished or guessed.</p>
    ${passkeyForm(
      'create',
      options,
      'add_passkey',
      'Add a passkey',
      html`<label for="label">Name of the device</label>
        <input id="label" name="label" maxlength="60" placeholder="Work laptop" autocomplete="off" />`,
    )}
  </section>`

export function newTotpForm(address: string, secret: string, isFaulty: boolean): Html {
  const { path, size } = qrPath(address)
  return html`<section class="way" aria-labelledby="new-totp">
    <h2 id="new-totp">Authenticator app</h2>
    <p>Scan the picture with an authenticator app, then type the code that it shows.</p>
    <svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code for an authenticator app">
      <path d="${path}" />
    </svg>
    <details>
      <summary>Type the key instead</summary>
      <p class="secret">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
    </details>
    <form method="post">
      <input type="hidden" name="step" value="add_totp" />
      ${codeField({ label: 'Code of the app', isFaulty, isFirst: false })}
      <button class="secondary" type="submit">Set up the app</button>
    </form>
  </section>`
}

export interface CodesPage {
  codes: string[]
  what: string
  host: string
  /** The next step: a form where a sign-in is under way, a link elsewhere. */
  onward: Html
}

/** Shown once. */
export function codesPage({ codes, what, host, onward }: CodesPage): string {
  const main = html`<h1>Save your recovery codes</h1>
    <p class="lead" role="status">${what} If you lose it, each of these codes replaces it once.</p>
    <ul class="codes" aria-label="Recovery codes">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
    <p class="rule">
      <span
        >Print them or save them in a password manager. They are not shown again, and earlier codes no longer
        work.</span
      >
    </p>
    ${onward}`
  return page('Save your recovery codes', main, footOf(host))
}

export const continueForm = html`<form method="post">
  <input type="hidden" name="step" value="continue" />
  <button class="primary" type="submit">I have saved them, continue</button>
</form>`
