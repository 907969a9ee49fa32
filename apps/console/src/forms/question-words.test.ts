import { expect, test } from 'vitest'
import type * as z from 'zod'
import { disableUser, reasonAtLeast } from '@wheelhouse/contract/users/users.ts'
import { StatusReason, statusReasonAtLeast } from '@wheelhouse/contract/locations/location-status.ts'
import { RequiredComment, requiredComment } from '@wheelhouse/contract/texts.ts'
import { commandQuestion } from '../features/commands/rental-command-labels.ts'
import { commentFault } from '../ui/dialogs/comment-fault.ts'

const samples = ['', '   ', 'ab', 'abc', 'a dozen', 'long enough words', 'x'.repeat(500), 'x'.repeat(501)]
const refusals = (schema: z.ZodType): (string | null)[] =>
  samples.map((text) => schema.safeParse(text).error?.issues[0]?.message ?? null)

test('a question refuses a reason or a comment in the words of the contract', () => {
  const reason = (minLength: number) => ({ label: 'Reason', minLength, maxLength: 500, isRequired: true })
  const said = (comment: Parameters<typeof commentFault>[1]) => samples.map((text) => commentFault(text, comment))
  expect(said(reason(statusReasonAtLeast))).toEqual(refusals(StatusReason))
  expect(said(reason(reasonAtLeast))).toEqual(refusals(disableUser.body.shape.reason))
  expect(said(commandQuestion().comment)).toEqual(refusals(RequiredComment))
  expect(commentFault('', commandQuestion().comment)).toBe(requiredComment.sentence)
})

test('a comment that may be empty is not asked for', () => {
  expect(commentFault('', { label: 'Comment', minLength: 0, maxLength: 500, isRequired: false })).toBeNull()
})
