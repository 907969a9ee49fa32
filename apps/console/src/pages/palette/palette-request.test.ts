import { expect, test } from 'vitest'
import { requestIn } from './palette-request.ts'

test.each([
  ['104217/8 unlock app', { target: '104217/8', words: ['unlock'], reason: 'app' }],
  ['unlock 104217/8', { target: '104217/8', words: ['unlock'] }],
  ['104217 / 8 force unlock user error', { target: '104217/8', words: ['force', 'unlock'], reason: 'user_error' }],
  ['104217/8 unlock mech', { target: '104217/8', words: ['unlock'], reason: 'mechanical' }],
  // A reason alone names no action: "maintenance" is a status of the location.
  ['104217 maintenance', { target: '104217', words: ['maintenance'] }],
  ['104217', { target: '104217', words: [] }],
  ['Balti jaam', { target: 'Balti jaam', words: [] }],
  // Longer numbers are cards, phones and PINs.
  ['0007625328 unlock', { target: '0007625328 unlock', words: [] }],
])('issue 17, palette: "%s" is taken apart into what is meant and what is to be done', (text, request) => {
  expect(requestIn(text)).toEqual(request)
})
