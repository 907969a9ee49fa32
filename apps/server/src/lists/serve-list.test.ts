import { expect, test } from 'vitest'
import type { templateVersions } from '@wheelhouse/contract/templates/templates.ts'
import type { Cells } from './serve-list.ts'

test('a column of a file that is an object in the row does not compile until it is said how it is written', () => {
  const whole: Cells<typeof templateVersions> = { params: ({ params }) => params.map(({ key }) => key) }
  // @ts-expect-error -- the parameters are no cell
  const missing: Cells<typeof templateVersions> = {}
  expect([whole, missing].map((cells) => Object.keys(cells))).toEqual([['params'], []])
})
