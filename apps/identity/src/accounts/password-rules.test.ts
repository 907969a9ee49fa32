import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

test.each([
  'seven kettles under ice',
  'Ööbik laulab koidikul',
  'correct horse',
  'tr0ub4dor&3-tr0ub',
  '密码密码不要告诉别人好吗请',
])('accepts %s', (password) => {
  expect(passwordProblem(password, 'mari@example.test')).toBeNull()
})

test.each([
  ['kettle', 'at least 12'],
  ['x'.repeat(1_025), '1024 characters at most'],
  ['mari.mets@example.test', 'your email'],
  ['Mari Mets Example Test', 'your email'],
  ['password2026!!', 'easy to guess'],
  ['letmeinnow99', 'easy to guess'],
  ['wheelhouse2026', 'easy to guess'],
  ['abcdefghijklm', 'easy to guess'],
  ['098765432109', 'easy to guess'],
  ['1212121212121212', 'easy to guess'],
  ['iloveyouiloveyou', 'easy to guess'],
])('refuses %s: %s', (password, reason) => {
  expect(passwordProblem(password, 'mari.mets@example.test')).toContain(reason)
})
