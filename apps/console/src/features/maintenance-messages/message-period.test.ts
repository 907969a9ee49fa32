import { expect, test } from 'vitest'
import { emptyMessage, outlookOf, valuesOfCurrent } from './message-period.ts'

const message = (text: string, ends_at: string | null, state: 'current' | 'scheduled' | 'ended' = 'current') => ({
  text,
  ends_at,
  state,
})
const [noon, evening, night] = ['2026-11-22T12:00:00.000Z', '2026-11-22T18:00:00.000Z', '2026-11-22T23:00:00.000Z']

test('a message with an end gives way to the one below it that is shown for longer', () => {
  const shown = [message('Swept until noon', noon), message('Dock 15 is being repaired', null)]
  expect(outlookOf(shown, { ends_at: evening })).toEqual({ current: 2, returning: 'Dock 15 is being repaired' })
  expect(outlookOf([message('Closed tonight', night)], { ends_at: evening }).returning).toBe('Closed tonight')
  expect(outlookOf([message('Swept until noon', noon)], { ends_at: evening }).returning).toBeNull()
})

test('after one without an end nothing comes back', () => {
  expect(outlookOf([message('Dock 15 is being repaired', null)], { ends_at: null })).toEqual({
    current: 1,
    returning: null,
  })
})

test('what is scheduled or over is not shown now; a long text is shortened', () => {
  expect(
    outlookOf([message('Later', null, 'scheduled'), message('Before', noon, 'ended')], { ends_at: evening }),
  ).toEqual({
    current: 0,
    returning: null,
  })
  expect(outlookOf([message('a'.repeat(200), null)], { ends_at: evening }).returning).toHaveLength(60)
})

test('a change begins with the text and the end of what is shown now, and never with what is only scheduled', () => {
  const scheduled = message('Later', night, 'scheduled')
  expect(valuesOfCurrent([message('Closed tonight', night), message('Below', null), scheduled])).toEqual({
    text: 'Closed tonight',
    starts_at: null,
    ends_at: night,
  })
  expect(valuesOfCurrent([scheduled, message('Before', noon, 'ended')])).toEqual(emptyMessage)
})
