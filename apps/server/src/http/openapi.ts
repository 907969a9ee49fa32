import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { isNeeds, isPublic, needsOf } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { asyncApiDocument } from '@wheelhouse/device-protocol/asyncapi.ts'
import type { BrokerServer } from '@wheelhouse/device-protocol/asyncapi.ts'
import { hostInAddress, readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import { finishDocument } from './openapi-finish.ts'
import { viewMark } from './openapi-view.ts'
import type { Config } from '../platform/config.ts'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/**
 * OpenAPI 3.1 at `/openapi.json`, the same to read at `/docs`, and AsyncAPI of the device protocol at `/asyncapi.json`,
 * printed from the same declarations that serve.
 */
export async function useOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wheelhouse services API',
        version: '1',
        description: 'Bike parking, charging and rental: the calls behind the operations console.',
      },
    },
    transformObject: (input) =>
      'openapiObject' in input ? finishDocument(input.openapiObject, config) : input.swaggerObject,
    transform: (input) => {
      const printed = jsonSchemaTransform(input)
      const contract = input.route.config?.contract
      if (!contract) return printed
      return {
        ...printed,
        schema: { ...printed.schema, description: accessLabels(contract), ...viewMark(contract) },
      }
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  app.get('/asyncapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(asyncApiDocument('1.0.0', brokerServer(config))),
  )
  await useReference(app)
}

/** The external broker, of a cluster its first node; or the embedded one of this machine. */
function brokerServer({ mqtt_url, mqtt_port, host = 'localhost' }: Config): BrokerServer {
  const external = mqtt_url === null ? null : readBrokerAddress(mqtt_url)
  const server = external?.servers[0] ?? { host, port: mqtt_port }
  return { protocol: external?.protocol ?? 'mqtt', host: `${hostInAddress(server.host)}:${server.port}` }
}

/** Who may call, in words: what the sweep proves. */
export function accessLabels({ access, on, needsVersion }: Route): string {
  const version = needsVersion ? ' Carries `If-Match: "<version>"` of what was read.' : ''
  if (isPublic(access)) return `**Access** No token: ${access.public}.${version}`
  if (!isNeeds(access)) return `**Access** Anyone who is signed in: ${access.signed_in}.${version}`
  const rights = needsOf(access).map(
    ([type, actions]) => `${actions.map((action) => `\`${action}\``).join(', ')} on \`${type}\``,
  )
  const [named] = Object.keys(on ?? {})
  const where = named
    ? `, held on the \`${named}\` that the address names; one that is not seen is 404`
    : ', held in any group; what is not seen is left out'
  return `**Access** ${rights.join(' and ')}${where}.${version}`
}

/** The page loads its scripts and styles from this server alone, runs nothing inline and may call only this API. */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
].join('; ')

/** The console's own choice of theme; dark without one. It runs before the reference draws itself. */
const themeScript = `try {
  const scheme = localStorage.getItem('wheelhouse.scheme')
  const isLight = scheme === 'light' || (scheme === 'system' && !matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.add(isLight ? 'light-mode' : 'dark-mode')
} catch {}
`
const themeStyle = `html { background: #13181d }
html.light-mode { background: #fff }
body { background: transparent }
html.dark-mode { color-scheme: dark }
.swagger-ui .info { margin: 24px 0 }
.swagger-ui .scheme-container { box-shadow: none; background: transparent; padding: 0 0 16px }
.swagger-ui .opblock-description-wrapper p { margin: 0 }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .scheme-container { background: transparent }
`

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#a4dbfd" stroke-width="1.9" stroke-linecap="round">
<path d="M12 5.2a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 1 0 0-13.6M12 14.3v8M4 6.9l6 3.8M20 6.9l-6 3.8M4 17.1l6-3.8M20 17.1l-6-3.8M12 9.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 1 0 0-4.6M12 1.7v8"/></svg>`

/**
 * Open without a token, as the document is (outside, point 2): partners write against it before anybody signs in, and it
 * tells what may be asked, never an answer. Who wants to try a call brings a token of their own, which is not kept.
 */
async function useReference(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    // The plugin accepts null, which its types leave out.
    logo: null as never,
    theme: {
      title: 'Wheelhouse services API',
      css: [{ filename: 'wheelhouse.css', content: themeStyle }],
      js: [{ filename: 'wheelhouse.js', content: themeScript }],
      favicon: [{ filename: 'mark.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: mark }],
    },
    uiConfig: {
      layout: 'BaseLayout',
      // Closed: drawing two hundred calls at once takes a browser half a minute.
      docExpansion: 'none',
      deepLinking: true,
      filter: true,
      displayRequestDuration: true,
      persistAuthorization: false,
      tryItOutEnabled: false,
      syntaxHighlight: { activate: true, theme: 'agate' },
    },
  })
}
