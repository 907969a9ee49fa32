import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software, as browsers answer for one (WebAuthn level 3). */
export interface Authenticator {
  create(options: string): string
  get(options: string, change?: { origin?: string }): string
  /** Makes the next use look like that of a copied key. */
  turnBack(): void
}

const userPresentAndVerified = 0x05
const withKey = 0x40

export function openAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const dataOf = (rpId: string, flags: number, rest = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, rest])
  }
  const clientData = (type: string, challenge: string, from = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const answer = (response: object): string =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  return {
    create(options) {
      const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey.export({ format: 'jwk' })),
      ])
      const data = dataOf(rp.id, userPresentAndVerified | withKey, key)
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options, { origin: from } = {}) {
      const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
      const data = dataOf(rpId, userPresentAndVerified)
      const client = clientData('webauthn.get', challenge, from)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
    turnBack: () => void (counter = 0),
  }
}

/** CBOR: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}. */
const coseKey = ({ x = '', y = '' }: { x?: string; y?: string }): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

/** CBOR: {fmt: 'none', attStmt: {}, authData}. */
function attestation(data: Buffer): Buffer {
  const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    data,
  ])
}
