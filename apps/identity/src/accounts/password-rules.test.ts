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
  ['password2026!!', 'guessed first'],
  ['letmeinnow99', 'guessed first'],
  ['wheelhouse2026', 'guessed first'],
  ['abcdefghijklm', 'guessed first'],
  ['098765432109', 'guessed first'],
  ['1212121212121212', 'guessed first'],
  ['iloveyouiloveyou', 'guessed first'],
])('refuses %s: %s', (password, reason) => {
  expect(passwordProblem(password, 'mari.mets@example.test')).toContain(reason)
})
