import { isEasyToGuess } from './common-passwords.ts'

export const passwordAtLeast = 12
/** Longer ones are refused before they are hashed, because hashing costs the server time. */
export const passwordAtMost = 1_024

/** Says in one sentence what is wrong with a chosen password; null when nothing is. */
export function passwordProblem(password: string, email: string): string | null {
  const letters = [...password.normalize('NFKC')]
  if (letters.length < passwordAtLeast) return `The password needs at least ${passwordAtLeast} characters`
  if (password.length > passwordAtMost) return `The password may have ${passwordAtMost} characters at most`
  const plain = letters.join('').toLowerCase()
  if (isOfEmail(plain, email.normalize('NFKC').toLowerCase())) return 'The password must not be your email'
  if (isPattern(letters) || isEasyToGuess(plain))
    return 'This password is very common and easy to guess; choose another one'
  return null
}

export interface PasswordFault {
  text: string
  /** The field that the problem concerns, or null. */
  field: 'password' | 'new_password' | 'new_password_again' | null
}

/** Says what is wrong with the new password in a form, which contains it twice. */
export function newPasswordFault(form: URLSearchParams, email: string): PasswordFault | null {
  const chosen = form.get('new_password') ?? ''
  const text = passwordProblem(chosen, email)
  if (text !== null) return { text, field: 'new_password' }
  return chosen === form.get('new_password_again')
    ? null
    : { text: 'The two passwords differ', field: 'new_password_again' }
}

const isOfEmail = (plain: string, email: string): boolean => {
  const [name = ''] = email.split('@')
  return (
    plain === email || plain === name || plain.replace(/[^\p{L}\p{N}]/gu, '') === email.replace(/[^\p{L}\p{N}]/gu, '')
  )
}

const fewestDifferent = 5

/** One character repeated, or a sequence such as 123456789012 or abcdefghijkl. */
function isPattern(letters: string[]): boolean {
  if (new Set(letters).size < fewestDifferent) return true
  const steps = letters.slice(1).map((letter, at) => (letter.codePointAt(0) ?? 0) - (letters[at]?.codePointAt(0) ?? 0))
  // 9 is followed by 0 on every keyboard.
  const isRun = (by: number): boolean => steps.every((step) => step === by || step === -9 * by)
  return isRun(1) || isRun(-1)
}
