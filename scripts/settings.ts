import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { recordOf } from '@wheelhouse/contract/certain.ts'
import { readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'

/** One sentence for the person who starts the product; the process exits with code 1. */
export class StartError extends Error {}

export const portNames = ['PORT', 'IDENTITY_PORT', 'MQTT_PORT'] as const
export type PortName = (typeof portNames)[number]

export interface StartSettings {
  ports: Record<PortName, number>
  /** Undefined: loopback, both families. */
  host: string | undefined
  dataDir: string
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** The same database, as a role for each part; undefined: both parts are the role of `databaseUrl`. */
  partUrls: { services: string; identity: string } | undefined
  /** An external broker and an external identity provider; undefined starts the embedded ones. */
  mqttUrl: string | undefined
  identityUrl: string | undefined
  isProduction: boolean
  /** Settings that do nothing, a sentence each. */
  warnings: string[]
}

type Environment = Record<string, string | undefined>

const defaultPorts: Record<PortName, number> = { PORT: 3000, IDENTITY_PORT: 3001, MQTT_PORT: 1883 }
const environments = ['development', 'production', 'test']
const ourNames = ['WHEELHOUSE_DATA', 'WHEELHOUSE_KEY', 'WHEELHOUSE_LOG', 'WHEELHOUSE_BUILD_ID']
const comingNames = ['NATS_URL']

/** The other settings are the apps' own: they refuse wrong ones in the same manner. */
export function readSettings(env: Environment): StartSettings {
  checkKey(env.WHEELHOUSE_KEY)
  return {
    ports: readPorts(env),
    host: readHost(env.HOST),
    dataDir: resolve(env.WHEELHOUSE_DATA || '.wheelhouse'),
    databaseUrl: readDatabaseUrl('DATABASE_URL', env.DATABASE_URL),
    partUrls: readPartUrls(env),
    mqttUrl: readMqttUrl(env.MQTT_URL),
    identityUrl: readIdentityUrl(env.IDENTITY_URL),
    isProduction: readEnvironment(env.NODE_ENV) === 'production',
    warnings: warningsOf(env),
  }
}

export const isLoopback = (host: string | undefined): boolean =>
  host === undefined || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

function readPorts(env: Environment): Record<PortName, number> {
  const ports = recordOf(portNames, (name) => readPort(name, env[name]))
  for (const [at, name] of portNames.entries()) {
    const twin = portNames.slice(0, at).find((earlier) => ports[earlier] === ports[name])
    if (twin) throw new StartError(`${twin} and ${name} are both ${ports[name]}; each needs a port of its own.`)
  }
  return ports
}

function readPort(name: PortName, text: string | undefined): number {
  if (!text) return defaultPorts[name]
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new StartError(`${name} is '${text}'; a port is a number from 1 to 65535.`)
}

function readHost(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text
  throw new StartError(`HOST is '${text}'; it is the name or address to listen on, without a port, such as 127.0.0.1.`)
}

/** The address may carry a password, so it is never repeated. */
function readDatabaseUrl(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text
  throw new StartError(
    `${name} is not an address of a PostgreSQL database, such as postgresql://user:password@host:5432/wheelhouse.`,
  )
}

/** The addresses that each part has for itself; no part sees another one's. */
export const partUrlNames = { services: 'SERVICES_DATABASE_URL', identity: 'IDENTITY_DATABASE_URL' } as const

function readPartUrls(env: Environment): StartSettings['partUrls'] {
  const services = readDatabaseUrl(partUrlNames.services, env[partUrlNames.services])
  const identity = readDatabaseUrl(partUrlNames.identity, env[partUrlNames.identity])
  if (!services && !identity) return undefined
  if (!services || !identity || !env.DATABASE_URL)
    throw new StartError(
      `${partUrlNames.services} and ${partUrlNames.identity} are set together, beside DATABASE_URL, whose role owns the database.`,
    )
  const [one, other] = [new URL(services), new URL(identity)]
  if (!one.username || !other.username || one.username === other.username)
    throw new StartError(`${partUrlNames.services} and ${partUrlNames.identity} each name a role of their own.`)
  return { services, identity }
}

/** Codes, tokens and the keys that sign them travel there: in the open only where they never leave this machine. */
function readIdentityUrl(text: string | undefined): string | undefined {
  const address = readUrl('IDENTITY_URL', text, /^https?:$/, 'https://id.example.org')
  const { protocol, hostname } = new URL(address ?? 'https://id.example.org')
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return address
  throw new StartError('IDENTITY_URL is not encrypted: it begins with https:// unless the provider is on this machine.')
}

/** It seals the keys that sign tokens: what can be guessed seals nothing. */
function checkKey(text: string | undefined): void {
  if (text && text.length < 32)
    throw new StartError('WHEELHOUSE_KEY is too short: 32 characters at least, such as openssl rand -base64 32 makes.')
}

function readUrl(name: string, text: string | undefined, protocol: RegExp, example: string): string | undefined {
  if (!text) return undefined
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return text
  throw new StartError(`${name} is not an address such as ${example}.`)
}

/** It may name each node of a cluster, which no other address here does. */
function readMqttUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (readBrokerAddress(text)) return text
  throw new StartError('MQTT_URL is not an address such as mqtts://gateway:password@broker.example.org:8883.')
}

/** The ports that we listen on ourselves. */
export const ownPorts = ({ mqttUrl, identityUrl }: Pick<StartSettings, 'mqttUrl' | 'identityUrl'>): PortName[] =>
  portNames.filter((name) => !(name === 'MQTT_PORT' && mqttUrl) && !(name === 'IDENTITY_PORT' && identityUrl))

function readEnvironment(text: string | undefined): string | undefined {
  if (!text || environments.includes(text)) return text
  throw new StartError(`NODE_ENV is '${text}'; it is one of ${environments.join(', ')}, or not set.`)
}

function warningsOf(env: Environment): string[] {
  const unknown = Object.keys(env).filter((name) => /^WHEELHOUSE_(?!TEST_|E2E_)/.test(name) && !ourNames.includes(name))
  const coming = comingNames.filter((name) => env[name])
  return [
    ...unknown.map((name) => `${name} is not a setting of Wheelhouse and is ignored.`),
    ...coming.map((name) => `${name} is not obeyed by this version, which uses its embedded default.`),
  ]
}
