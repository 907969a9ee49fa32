import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

interface Cost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

const derive = promisify(argon2)

// The first recommendation of OWASP for argon2id: about 25 ms and 19 MiB each.
const currentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
const version = 19

/** A PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await tagOf(password, salt, currentCost, tagBytes)
  const { memory, passes, parallelism } = currentCost
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${phcBase64(salt)}$${phcBase64(tag)}`
}

/**
 * Takes equally long without a hash (an unknown person, or one who never chose a password), and then returns false. A
 * value that is not a PHC string of argon2id is an error.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const { cost, salt, tag } = parse(hash ?? (await hashOfNobody()))
  const given = await tagOf(password, salt, cost, tag.length)
  return timingSafeEqual(given, tag) && hash !== null
}

let nobody: Promise<string> | undefined
const hashOfNobody = (): Promise<string> => (nobody ??= hashPassword(randomBytes(16).toString('hex')))

const tagOf = (password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost })

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(hash: string): { cost: Cost; salt: Buffer; tag: Buffer } {
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
