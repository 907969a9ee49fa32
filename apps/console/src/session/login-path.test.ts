import { expect, test } from 'vitest'
import fc from 'fast-check'
import { pathInside } from './login-path.ts'

const origin = 'http://localhost:3000'

test('a path inside the console is kept with its query and fragment', () => {
  expect(pathInside('/locations?status=demo&q=104217#row', origin)).toBe('/locations?status=demo&q=104217#row')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'locations',
  '',
  undefined,
  null,
  7,
])('no open redirect: %j leads to /', (path) => {
  expect(pathInside(path, origin)).toBe('/')
})

test.each(['/login?code=x', '/logout', '/login/'])('the sign-in page %s would only loop', (path) => {
  expect(pathInside(path, origin)).toBe('/')
})

test('no query can lead the browser away from the console', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '@',
    ':',
    '\t',
    '\n',
    '%2f',
    'evil.example',
    'http:',
    '?',
    '#',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = pathInside(pieces.join(''), origin)
      expect(path.startsWith('/')).toBe(true)
      expect(new URL(path, origin).origin).toBe(origin)
    }),
    { numRuns: 2_000 },
  )
})
