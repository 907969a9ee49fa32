import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import { asyncApiDocument } from '@wheelhouse/device-protocol/asyncapi.ts'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** OpenAPI 3.1 at `/openapi.json` and AsyncAPI of the device protocol at `/asyncapi.json`, printed from the same declarations that serve. */
export async function useOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wheelhouse services API',
        version: '1',
        description: 'Bike parking, charging and rental: the calls behind the operations console.',
      },
      components: { securitySchemes: { access_token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ access_token: [] }],
    },
    transform: jsonSchemaTransform,
  })
  app.get('/openapi.json', { schema: { hide: true } as object }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  app.get('/asyncapi.json', { schema: { hide: true } as object }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(asyncApiDocument()),
  )
}
