import { afterEach, expect, test } from 'vitest'
import { filled, translateBy } from '../ui/base/translate.ts'
import { speak, t, type Locales } from './i18n.ts'

const german: Locales = {
  de: async () => ({ Locations: 'Standorte', '{{count}} of {{total}}': '{{count}} von {{total}}' }),
}
afterEach(() => translateBy(filled))

test('spec 1: the English text is the key, and values replace its placeholders in braces', () => {
  expect(t('Locations')).toBe('Locations')
  expect(t('{{count}} of {{total}}', { count: 3, total: '10,000+' })).toBe('3 of 10,000+')
  expect(t('Needs {{right}} <b>', { right: '$1 {{x}} &' })).toBe('Needs $1 {{x}} & <b>')
})

test('spec 1: a locale is used where there is one, and English replaces texts that it lacks', async () => {
  await speak(['de-AT', 'en'], german)
  expect(t('Locations')).toBe('Standorte')
  expect(t('{{count}} of {{total}}', { count: 3, total: 4 })).toBe('3 von 4')
  expect(t('Photo: {{name}} v1.2', { name: 'a.b' })).toBe('Photo: a.b v1.2')
})

test('who prefers English, or a language that is not there, reads English', async () => {
  await speak(['en-GB', 'de'], german)
  await speak(['fr'], german)
  await speak(['de'])
  expect(t('Locations')).toBe('Locations')
})
