import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formState } from '../../../test/support/form-state.ts'
import { HoursField } from './duration-field.tsx'
import { FormProvider } from './form-state.ts'
import { NumberField, TextAreaField, TextField } from './text-fields.tsx'

const form = formState({}, { isOptional: () => true })

const field = { name: 'free', label: 'Free' }
const needed = { ...field, check: (value: unknown) => (value === null ? 'Free is required' : undefined) }
const drawn = (control: ReturnType<typeof createElement>): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(FormProvider, { value: form }, control)))

test.each([
  ['hours', createElement(HoursField, field), createElement(HoursField, needed)],
  ['a number', createElement(NumberField, field), createElement(NumberField, needed)],
  ['a text', createElement(TextField, field), createElement(TextField, needed)],
  [
    'several lines',
    createElement(TextAreaField, { ...field, maxLength: 100 }),
    createElement(TextAreaField, { ...needed, maxLength: 100 }),
  ],
])('a control of %s asks the rule of its form: what that wants is not optional', (_, free, asked) => {
  expect(drawn(free)).toContain('optional')
  expect(drawn(asked)).not.toContain('optional')
  expect(drawn(asked)).toContain('aria-required="true"')
})
