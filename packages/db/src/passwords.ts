import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface PasswordCost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

const derive = promisify(argon2)

// The first recommendation of OWASP for argon2id: about 25 ms and 19 MiB each.
export const currentCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
const version = 19

/** Returns a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string, cost = currentCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await tagOf(password, salt, cost, tagBytes)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${phcBase64(salt)}$${phcBase64(tag)}`
}

/**
 * Takes equally long without a hash (an unknown person, or one who never chose a password), and then returns false. A
 * value that is not a PHC string of argon2id is an error.
 */
export async function verifyPassword(password: string, hash: string | null, usualCost = currentCost): Promise<boolean> {
  const { cost, salt, tag } = parse(hash ?? (await hashOfNobody(usualCost)))
  const given = await tagOf(password, salt, cost, tag.length)
  return timingSafeEqual(given, tag) && hash !== null
}

const nobodies = new Map<PasswordCost, Promise<string>>()

function hashOfNobody(cost: PasswordCost): Promise<string> {
  const known = nobodies.get(cost) ?? hashPassword(randomBytes(16).toString('hex'), cost)
  nobodies.set(cost, known)
  return known
}

const tagOf = (password: string, nonce: Buffer, cost: PasswordCost, tagLength: number): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost })

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(hash: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? []
  if (!salt || !tag) throw new Error('A stored password is not a PHC string of argon2id')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** The format requires base64 without padding. */
const phcBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
