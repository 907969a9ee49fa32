import type { FastifyInstance } from 'fastify'

/** The bytes of a body that the parser of its route kept as they came; none where the request carried no body. */
export const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** A body as it was signed: what is read of it is read after its signature was checked. */
class SignedBody {
  readonly raw: Buffer
  readonly signature: string
  constructor(raw: Buffer, signature: string) {
    this.raw = raw
    this.signature = signature
  }
}

/** Keeps the bytes of JSON beside the signature that a header carries. Nothing unsigned is even parsed. */
export function keepSignedBodies(app: FastifyInstance, header: string, bodyLimit: number): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, ({ headers }, raw: Buffer, done) => {
    const signature = headers[header]
    done(null, new SignedBody(raw, typeof signature === 'string' ? signature : ''))
  })
}

export const signedBodyOf = (body: unknown): SignedBody =>
  body instanceof SignedBody ? body : new SignedBody(Buffer.alloc(0), '')
