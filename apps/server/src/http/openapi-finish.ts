import type { Config } from '../platform/config.ts'
import { referToView, viewParameters } from './openapi-view.ts'

interface Answer {
  description?: string
  headers?: object
  content?: object
}
interface Operation {
  parameters?: object[]
  operationId?: string
  tags?: string[]
  responses?: Record<string, Answer>
  security?: object[]
}
interface Document {
  info: { description?: string }
  servers?: object[]
  tags?: object[]
  security?: object[]
  paths?: Record<string, Record<string, Operation>>
  components?: { securitySchemes?: object; responses?: object; parameters?: object }
}

/**
 * What a stranger needs who has this document and nothing else: where the API is, how to get a token, names for the calls,
 * and every status that a call may answer.
 */
export function finishDocument<Given extends object>(given: Given, config: Config): Given {
  // The plugin made it; the parts that are read here are those of every OpenAPI document.
  const document = given as Document
  document.servers = [{ url: config.console_url, description: 'This installation' }]
  document.info.description = `${document.info.description ?? ''} ${howToCall(config)}`.trim()
  // A token that was got elsewhere can be given by hand, as on the page of the reference.
  document.security = [{ sign_in: config.identity.scopes }, { access_token: [] }]
  document.components = Object.assign(document.components ?? {}, {
    securitySchemes: {
      sign_in: signInScheme(config),
      access_token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
    responses: commonResponses,
    parameters: viewParameters,
  })
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  for (const { path, method, operation } of operations) {
    operation.operationId = operationName(method, path)
    finishResponses(operation)
    referToView(operation)
  }
  const names = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))].toSorted()
  document.tags = names.map((name) => ({ name, description: `Calls below /${name}` }))
  return given
}

const howToCall = ({ identity }: Config): string =>
  `Calls carry an access token of the identity provider: the authorization code flow with PKCE (S256) for the public client \`${identity.client_id}\`. ` +
  'A refused call answers `error_code`, `error_message` and fields; docs/ERRORS.md lists the codes. ' +
  'Every reply carries `X-Correlation-Id`, which names the request in the log.'

function signInScheme({ identity, identity_url }: Config): object {
  return {
    type: 'oauth2',
    description: `Public client \`${identity.client_id}\`, PKCE with S256, no client secret.`,
    flows: {
      authorizationCode: {
        authorizationUrl: `${identity_url}/oauth2/authorize`,
        tokenUrl: `${identity_url}/oauth2/token`,
        refreshUrl: `${identity_url}/oauth2/token`,
        scopes: Object.fromEntries(identity.scopes.map((scope) => [scope, scopeLabels[scope] ?? scope])),
      },
    },
  }
}

const scopeLabels: Record<string, string> = {
  'console.user': 'The services API',
  'signin.user.admin': 'The account of the caller at the identity provider',
}

const retryAfter = {
  'Retry-After': { description: 'Seconds after which the call may be repeated', schema: { type: 'integer' } },
}
const commonResponses = {
  TooManyRequests: { description: 'Too many requests of this person or address', headers: retryAfter },
  Unavailable: { description: 'The service is starting or its database is unavailable', headers: retryAfter },
}

function finishResponses(operation: Operation): void {
  const { responses = {} } = operation
  for (const [status, answer] of Object.entries(responses)) {
    if (answer.description === 'Default Response') answer.description = descriptionOf(status)
    if (status === '204') delete answer.content
  }
  operation.responses = Object.assign(responses, {
    '429': { $ref: '#/components/responses/TooManyRequests' },
    '503': { $ref: '#/components/responses/Unavailable' },
  })
}

const descriptionOf = (status: string): string => {
  if (status === '204') return 'Done; the reply has no body'
  return status.startsWith('4') ? 'Refused, with the code and message of the reason' : 'Done'
}

const verbs: Record<string, string> = { post: 'create', put: 'set', patch: 'update', delete: 'delete' }

/** `GET /location/v1/locations/{location_id}/devices` is `listLocationDevices`. */
function operationName(method: string, path: string): string {
  const parts = path.split('/').filter((part) => part && !/^v\d+$/.test(part))
  const nouns = parts.length > 1 && path.includes('/v1/') ? parts.slice(1) : parts
  const isOne = nouns.at(-1)?.startsWith('{') === true
  const words = nouns.flatMap((noun, at) => {
    if (noun.startsWith('{')) return []
    const isNamed = nouns[at + 1]?.startsWith('{') === true
    const plain = noun.replace(/\.[a-z]+$/, (end) => `-${end.slice(1)}`)
    return (isNamed ? singular(plain) : plain).split(/[-_.]/)
  })
  const read = isOne ? 'get' : 'list'
  const verb = method === 'get' ? read : (verbs[method] ?? method)
  return `${verb}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/([^su])s$/, '$1')
