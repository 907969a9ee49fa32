import { expect, test } from 'vitest'
import { staffHeading } from './find-user-labels.ts'

test('spec 8: several console users of one name are said to be several', () => {
  expect([1, 2, 9].map(staffHeading)).toEqual([
    'Console user found',
    'Multiple console users found',
    'Multiple console users found',
  ])
})
