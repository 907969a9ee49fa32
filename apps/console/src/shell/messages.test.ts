import { beforeEach, expect, test } from 'vitest'
import { ApiError, answerError, networkError, notSent } from '../http/api-error.ts'
import { useApp } from '../stores/app-store.ts'
import { dismissGroup, dismissMessage, pushErrors, pushFailure, pushInfo } from './messages.ts'

const shown = () => useApp.getState().messages
beforeEach(() => useApp.setState({ messages: [] }))

test('spec 8: messages of the same group replace each other, in place', () => {
  pushInfo('one', 'a')
  pushInfo('two')
  pushErrors([{ text: 'three', group: 'a' }])
  expect(shown()).toEqual([
    { group: 'a', level: 'error', text: 'three' },
    { group: undefined, level: 'info', text: 'two' },
  ])
})

test("spec 5: pushing error messages requires at least one error: 'Missing error messages'", () => {
  expect(() => pushErrors([])).toThrow(/^Missing error messages$/)
  expect(() => pushFailure('Save roles failed', answerError(422, { error_results: [] }))).toThrow(
    /^Missing error messages$/,
  )
})

test("spec 8: 'Network Error' shows the prefix alone", () => {
  pushFailure('Fetch locations failed', networkError())
  expect(shown()).toEqual([{ group: 'Fetch locations failed', level: 'error', text: 'Fetch locations failed' }])
})

test('a write that is refused without a network says so beside its prefix', () => {
  const words = 'Send command failed: You are offline. Nothing was sent; try again when you are online'
  pushFailure('Send command failed', notSent())
  expect(shown()).toEqual([{ group: 'Send command failed', level: 'error', text: words }])
})

test('spec 8: a single error shows prefix and error_message', () => {
  pushFailure(
    'Assign hardware failed',
    answerError(409, { error_code: 'x', error_message: 'Hardware already assigned', hardware_id: 'AB' }),
  )
  expect(shown().map(({ text }) => text)).toEqual(['Assign hardware failed: Hardware already assigned'])
})

test('spec 8: a batch shows one message an item, grouped by its extra fields, which come before the words', () => {
  const items = [
    { resource_id: 'r1', role_id: 'x', error_code: 'not_found', error_message: 'Not found' },
    { resource_id: 'r2', error_code: 'forbidden', error_message: 'No' },
  ]
  pushFailure('Save roles failed', answerError(422, { error_results: items, results: [] }), 'roles')
  pushFailure('Save roles failed', answerError(422, { error_results: items.slice(1), results: [] }), 'roles')
  expect(shown()).toEqual([
    { group: 'roles r1 x', level: 'error', text: 'Save roles failed: resource_id: r1, role_id: x, Not found' },
    { group: 'roles r2', level: 'error', text: 'Save roles failed: resource_id: r2, No' },
  ])
})

test('spec 8: a plain error shows prefix and error', () => {
  pushFailure('Send command failed', new Error('missing error response'))
  pushFailure('Fetch hardware failed', answerError(502, '<html>bad gateway</html>'))
  expect(shown().map(({ text }) => text)).toEqual([
    'Send command failed: missing error response',
    'Fetch hardware failed: Request failed with status code 502',
  ])
})

test.each([undefined, null, 'text', 7, {}, new ApiError('x', 400, {} as never)])(
  "spec 8: anything else throws 'Invalid error response': %j",
  (error) => {
    expect(() => pushFailure('Save roles failed', error)).toThrow(/^Invalid error response$/)
  },
)

test("spec 8: an answer without a body throws 'missing error response'", () => {
  for (const body of [undefined, null, '']) expect(() => answerError(500, body)).toThrow(/^missing error response$/)
})

test('a message can be closed, and a group is closed when what failed works again', () => {
  pushInfo('one')
  pushInfo('two', 'g')
  const [first] = shown()
  if (first) dismissMessage(first)
  dismissGroup('g')
  expect(shown()).toEqual([])
})
