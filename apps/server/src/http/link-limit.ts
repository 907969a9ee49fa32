import type { FastifyRequest } from 'fastify'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { networkOf } from './caller-network.ts'
import type { On } from './serve.ts'
import { readToken } from './signed-links.ts'
import type { Purpose } from './signed-links.ts'

/** The token of an address that is not parsed yet, and may be anything. */
export const tokenIn = ({ params }: FastifyRequest): string => String(fieldOf(Object(params), 'token'))

/**
 * How often a signed address may be used in a minute. Genuine ones count each for itself: only forged ones count against
 * the network address of their sender, so that they keep nobody else out.
 */
export const limitOfLinks = ({ deps }: On, purpose: Purpose, max: number) => ({
  max,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest): string => {
    try {
      return `link ${readToken(deps.config, purpose, tokenIn(request), deps.clock.now()).id}`
    } catch {
      return networkOf(request.ip)
    }
  },
})
