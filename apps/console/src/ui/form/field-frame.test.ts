import { MantineProvider, TextInput } from '@mantine/core'
import { createElement } from 'react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FieldFrame, framed } from './field-frame.tsx'

const drawn = (field: ReactNode): string => renderToStaticMarkup(createElement(MantineProvider, null, field))
const input = (isOptional: boolean | undefined): string =>
  drawn(createElement(TextInput, framed({ id: 'f-note', label: 'Note', isOptional })))

test('the mark of an optional field is beside its label, so the name of the field stays the label alone', () => {
  expect(input(true)).toMatch(/<label[^>]*for="f-note"[^>]*>Note<\/label><span[^>]*>optional<\/span>/)
  const links = { id: 'f-rows', label: 'Links', isGroup: true, isOptional: true, children: 'Rows' }
  const group = drawn(createElement(FieldFrame, links))
  expect(group).toMatch(/aria-labelledby="f-rows-label"/)
  expect(group).toMatch(/<span id="f-rows-label"[^>]*>Links<\/span><span[^>]*>optional<\/span>/)
})

test('a required field carries no mark, and screen readers say that it is required; a filter says nothing', () => {
  expect(input(false)).toMatch(/aria-required="true"/)
  expect(input(false)).not.toMatch(/optional|\*/)
  expect(input(undefined)).not.toMatch(/optional|aria-required/)
})
