import { expect, test } from 'vitest'
import { answerError } from '../../http/api-error.ts'
import { decidedText, isDecided } from './decided.tsx'

const refusal = (error_code: string) => answerError(409, { error_code, error_message: 'no' })

test('a decision that came too late names who decided what, and when', () => {
  expect(isDecided(refusal('intake_decided'))).toBe(true)
  expect(isDecided(refusal('intake_changed'))).toBe(false)
  expect(isDecided(new Error('Network Error'))).toBe(false)
  expect(decidedText({ state: 'accepted', decided_by_name: 'Ada Lind' }, '10:02')).toBe(
    'Ada Lind decided first, 10:02: Accepted. Your decision was not applied.',
  )
  expect(decidedText({ state: 'refused', decided_by_name: null }, '10:02')).toBe(
    'Another person decided first, 10:02: Refused. Your decision was not applied.',
  )
})
