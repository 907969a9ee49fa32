import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { portOf } from '../apps/server/src/platform/ports.ts'

/** An issuer with a key set over HTTP, like any identity provider: the server verifies each token as in production. */
export interface Identity {
  port: number
  token(personId: string): Promise<string>
  close(): Promise<void>
}

const keyId = 'bench'

export async function openIdentity(): Promise<Identity> {
  // RS256, as used by the embedded provider.
  const keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  const server = createServer((_request, reply) =>
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  )
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const port = portOf(server)
  return {
    port,
    token: (personId) =>
      new SignJWT({ gid: randomUUID(), scope: 'signin.user.admin console.user' })
        .setProtectedHeader({ alg: 'RS256', kid: keyId })
        .setIssuer(`http://localhost:${port}`)
        .setAudience('wheelhouse-api')
        .setSubject(personId)
        .setIssuedAt()
        .setExpirationTime('12h')
        .sign(keys.privateKey),
    close: () => new Promise((done) => server.close(() => done())),
  }
}
