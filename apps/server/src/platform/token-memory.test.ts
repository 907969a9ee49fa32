import { expect, test } from 'vitest'
import { remembering } from './token-memory.ts'

const start = Date.parse('2026-11-21T10:00:00.000Z')

function verifier(expiresInMs: number) {
  const verified: string[] = []
  const clock = { now: start }
  const verify = remembering(
    async (token) => {
      verified.push(token)
      if (token === 'bad') return null
      if (token === 'away') throw new Error('the keys cannot be read')
      return {
        sub: token,
        gid: null,
        expires_at: new Date(start + expiresInMs),
        scopes: [],
        networks: null,
        signed_in_at: null,
        isService: false,
      }
    },
    () => clock.now,
  )
  return { verified, clock, verify }
}

test('a verified token is not verified again for a minute, each token separately', async () => {
  const { verified, clock, verify } = verifier(3_600_000)
  for (const token of ['one', 'one', 'two', 'one']) expect((await verify(token))?.sub).toBe(token)
  expect(verified).toEqual(['one', 'two'])
  clock.now += 60_000
  await verify('one')
  expect(verified).toEqual(['one', 'two', 'one'])
})

test("nothing is remembered beyond a token's expiry, and refused tokens are verified again", async () => {
  const { verified, clock, verify } = verifier(5_000)
  await verify('one')
  clock.now += 5_000
  await verify('one')
  expect(await verify('bad')).toBeNull()
  expect(await verify('bad')).toBeNull()
  await expect(verify('away')).rejects.toThrow('cannot be read')
  await expect(verify('away')).rejects.toThrow('cannot be read')
  expect(verified).toEqual(['one', 'one', 'bad', 'bad', 'away', 'away'])
})
