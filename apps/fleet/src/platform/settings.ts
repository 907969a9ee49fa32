import { readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import type { AppSettings } from './riders-app.ts'

export interface FleetSettings {
  folder: string
  /** Address of the broker; each controller has its own credentials. */
  broker: string
  speed: number
  /** How many times more often riders come and go, for shows; locks and vehicles keep their pace. */
  rush: number
  /** Overrides the value in fleet.json, for tests with short thresholds. */
  heartbeat_s: number | null
  log_level: string
  /** Empty: hardware that the server does not know stays away. */
  provisioning_secret?: string
  /** Null: the riders have no app, and say nothing. */
  app: AppSettings | null
}

function numberOf(env: NodeJS.ProcessEnv, name: string, low: number, high: number): number | null {
  const text = env[name]
  if (text === undefined || text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value) || value < low || value > high)
    throw new Error(`${name} must be a number from ${low} to ${high}, not "${text}".`)
  return value
}

function brokerOf(env: NodeJS.ProcessEnv): string {
  const port = numberOf(env, 'MQTT_PORT', 1, 65_535) ?? 1883
  const url = env.MQTT_URL
  if (!url) return `mqtt://localhost:${port}`
  const address = readBrokerAddress(url)
  if (!address) throw new Error('MQTT_URL is not the address of a broker, such as mqtt://broker.example.org:1883.')
  return url.replace(/\/\/.*@/, '//')
}

/** Throws an error that says in one sentence what is wrong. */
export function fleetSettings(env: NodeJS.ProcessEnv): FleetSettings {
  if (!env.WHEELHOUSE_DATA) throw new Error('WHEELHOUSE_DATA must name the state folder that holds fleet.json.')
  return {
    folder: env.WHEELHOUSE_DATA,
    broker: brokerOf(env),
    speed: numberOf(env, 'FLEET_SPEED', 0.1, 1_000) ?? 1,
    rush: numberOf(env, 'FLEET_RUSH', 0.1, 1_000) ?? 1,
    heartbeat_s: numberOf(env, 'FLEET_HEARTBEAT_S', 0.2, 86_400),
    log_level: env.WHEELHOUSE_LOG || 'info',
    provisioning_secret: env.PROVISIONING_SECRET ?? '',
    app:
      env.RIDERS_APP_URL && env.RIDERS_APP_SECRET ? { url: env.RIDERS_APP_URL, secret: env.RIDERS_APP_SECRET } : null,
  }
}
