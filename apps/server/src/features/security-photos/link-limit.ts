import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../http/caller-network.ts'
import type { On } from '../../http/serve.ts'
import { readToken } from './addresses.ts'
import type { Purpose } from './addresses.ts'

/**
 * How often a signed address may be used in a minute. Genuine ones count each for itself: only forged ones count against
 * the network address of their sender, so that they keep nobody else out.
 */
export const limitOfLinks = ({ deps }: On, purpose: Purpose, max: number) => ({
  max,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest): string => {
    const { token } = request.params as { token?: string }
    try {
      return `link ${readToken(deps.config, purpose, String(token), deps.clock.now()).id}`
    } catch {
      return networkOf(request.ip)
    }
  },
})
