import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a hash states its parameters and verifies its password only', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct horsf', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('the same password hashes differently each time', async () => {
  expect(await hashPassword('demo')).not.toBe(await hashPassword('demo'))
})

test('a hash with another cost still verifies', async () => {
  // Computed by the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', hash)).toBe(true)
})

test('an accent typed in another way is the same password', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
})

test('no password verifies without a hash', async () => {
  expect(await verifyPassword('demo', null)).toBe(false)
})

test('a stored value that is not a hash is an error, not a refusal', async () => {
  await expect(verifyPassword('demo', 'demo')).rejects.toThrow('PHC')
})
