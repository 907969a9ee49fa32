import { html } from './html.ts'
import type { Html } from './html.ts'

export const problemBox = (problem: string): Html =>
  html`<div class="problem" id="problem" role="alert">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 8v4M12 16v.01" /></svg>
    <p>${problem}</p>
  </div>`

// The cursor waits where the next word is to be typed; the problem is read out with the field.
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

/** Whose password it is: for the person's eyes, and for the password manager. */
export const accountLine = (email: string): Html =>
  html`<label for="email">Email</label>
    <input id="email" name="email" type="email" value="${email}" autocomplete="username" readonly />`

interface PasswordField {
  name: string
  label: string
  autocomplete: 'current-password' | 'new-password'
  isFaulty: boolean
  isFirst: boolean
  /** Shown at the right of the label, reached after the field: who types goes from field to field. */
  beside?: Html
  /** Said with the field. */
  describedBy?: string
  /** Characters; the browser says it before the form is sent. */
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
