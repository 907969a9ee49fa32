import { expect, test } from 'vitest'
import { templateSays } from '@wheelhouse/contract/templates/templates.ts'
import { applicationEnd } from './application-end.ts'

test.each([
  [['applied'], false, 'Template applied successfully'],
  [['applied', 'failed'], true, 'Apply template failed'],
  [['differs'], true, 'Apply template failed'],
  [['failed', 'hardware_timeout'], true, 'Apply template timed out'],
] as const)('spec 8: a template whose changes end as %o', (statuses, isFailure, text) => {
  expect(applicationEnd(statuses.map((status) => ({ status })))).toEqual({ isFailure, text })
})

test('spec 8: the console no longer waits', () => {
  expect(templateSays.slow).toBe('Apply template is taking really long')
})
