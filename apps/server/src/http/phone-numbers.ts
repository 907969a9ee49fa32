import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { fieldSentence } from './issue-words.ts'

/** Values, formats: a phone library decides, after the pattern of the contract. An empty text is no number and is fine. */
export function assertPhoneNumber(field: string, number: string): void {
  if (number !== '' && !isValidPhoneNumber(number))
    throw new AppError('invalid_body', { field }, fieldSentence(field, 'Invalid phone number'))
}
