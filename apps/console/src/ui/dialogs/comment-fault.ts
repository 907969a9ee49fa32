import type { ConfirmComment } from './confirm-dialog.tsx'
import { t } from '../base/translate.ts'

/** Why a text of a question cannot be sent, in the words in which the contract refuses it. */
export function commentFault(
  text: string,
  { label, minLength, maxLength, isRequired, tooShort }: ConfirmComment,
): string | null {
  const { length } = text.trim()
  if (length === 0 && !isRequired) return null
  if (length < minLength && tooShort !== undefined) return tooShort
  if (length === 0) return t('{{label}} is required', { label })
  if (length < minLength) return t('{{label}}: at least {{count}} characters', { label, count: minLength })
  return length > maxLength ? t('{{label}}: at most {{count}} characters', { label, count: maxLength }) : null
}
