import { html } from './html.ts'
import type { Html } from './html.ts'

export const problemBox = (problem: string): Html =>
  html`<div class="problem" id="problem" role="alert">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 8v4M12 16v.01" /></svg>
    <p>${problem}</p>
  </div>`

// The focus is on the field to be typed next; screen readers announce the problem with it.
const focus = (isFirst: boolean): Html | false => isFirst && html` autofocus`
const fault = (isFaulty: boolean): Html | false => isFaulty && html` aria-invalid="true"`

interface EmailField {
  email: string
  isFaulty: boolean
  isFirst: boolean
}

export const emailField = ({ email, isFaulty, isFirst }: EmailField): Html =>
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
      required${fault(isFaulty)}${isFaulty && html` aria-describedby="problem"`}${focus(isFirst)}
    />`

/** Shows the account to the person and to password managers. */
export const accountLine = (email: string): Html =>
  html`<label for="email">Email</label>
    <input id="email" name="email" type="email" value="${email}" autocomplete="username" readonly />`

interface PasswordField {
  name: string
  label: string
  autocomplete: 'current-password' | 'new-password'
  isFaulty: boolean
  isFirst: boolean
  /** Shown to the right of the label but placed after the field, so that Tab goes from field to field. */
  beside?: Html
  /** Id of the text that screen readers announce with the field. */
  describedBy?: string
  /** Minimum length in characters; the browser reports it before the form is sent. */
  atLeast?: number
}

export function passwordField(field: PasswordField): Html {
  const described = [field.isFaulty ? 'problem' : '', field.describedBy ?? ''].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    <input
      id="${field.name}"
      name="${field.name}"
      type="password"
      autocomplete="${field.autocomplete}"
      maxlength="1024"
      required${field.atLeast !== undefined && html` minlength="${field.atLeast}"`}${fault(field.isFaulty)}${
        described !== '' && html` aria-describedby="${described}"`
      }${focus(field.isFirst)}
    />
    ${field.beside}
  </div>`
}
