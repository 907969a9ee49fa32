import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formState } from '../../../test/support/form-state.ts'
import { FormProvider } from './form-state.ts'
import { MoneyField } from './money-field.tsx'

const form = formState({ day: 150, week: 900, currency: 'EUR' })

type Which = { currencies: readonly string[] } | { currency: string }

function idsOf(which: Which, ...amounts: string[]): string[] {
  const fields = amounts.map((name) =>
    createElement(MoneyField, { key: name, names: [name, 'currency'], label: name, ...which }),
  )
  const html = renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(FormProvider, { value: form }, ...fields)),
  )
  return [...html.matchAll(/<input[^>]* id="([^"]*)"/g)].map(([, id]) => id ?? '')
}

test('a currency that may be chosen, or that this field alone shows, has the id that a wrong value is found by', () => {
  expect(idsOf({ currencies: ['EUR', 'USD'] }, 'day')).toEqual(['f-day', 'f-currency'])
  expect(idsOf({ currencies: ['EUR'] }, 'day')).toEqual(['f-day', 'f-currency'])
})

test('amounts leave the id of their currency to the field that sets it, and each id occurs once', () => {
  const ids = idsOf({ currency: 'EUR' }, 'day', 'week')
  expect(ids).toContain('f-day')
  expect(ids).not.toContain('f-currency')
  expect(new Set(ids).size).toBe(4)
})
