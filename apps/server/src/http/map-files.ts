import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { cityMapPath } from '@wheelhouse/contract/configs.ts'

/** Serves the streets of a city from its archive. A map reads it by ranges: a directory first, and then tile by tile. */
export function serveCityMap(app: FastifyInstance, file: string): void {
  app.get(cityMapPath, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/vnd.pmtiles')
      .header('cache-control', 'public, max-age=3600')
      .sendFile(basename(file), dirname(file), { cacheControl: false, contentType: false }),
  )
}
