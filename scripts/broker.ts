import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { gatewayAccount, writeBrokerFiles } from './brokers/broker-files.ts'
import type { BrokerAccounts, BrokerFiles } from './brokers/broker-files.ts'
import { mosquittoFiles } from './brokers/mosquitto.ts'
import { natsFiles } from './brokers/nats.ts'
import { readSettings, StartError } from './settings.ts'

/**
 * `npm run broker -- mosquitto` or `-- nats`: writes the configuration for an external broker into
 * `<state folder>/broker`, with the static rule of the device protocol (each controller below its own id) and a
 * password for each controller of `fleet-secrets.json`. The gateway's password is generated once and printed in the
 * MQTT_URL to start with.
 */
interface Kind {
  start: string
  files(folder: string, port: number, accounts: BrokerAccounts): BrokerFiles
}

/** The protocol of NATS itself listens so many ports above the one of MQTT. */
const natsPortsAbove = 1_000

const kinds: Readonly<Record<string, Kind>> = {
  mosquitto: { start: 'mosquitto -c mosquitto.conf', files: mosquittoFiles },
  nats: {
    start: 'nats-server -c nats.conf',
    files: (folder, port, accounts) =>
      natsFiles(folder, [{ name: 'nats', mqttPort: port, natsPort: port + natsPortsAbove }], accounts),
  },
}

function gatewayPasswordIn(folder: string): string {
  const file = join(folder, 'gateway-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** What the fleet wrote: the secret of each controller. */
const FleetSecrets = z.record(z.string(), z.string())

function controllersIn(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'fleet-secrets.json')
  if (!existsSync(file))
    throw new StartError(`${file} does not exist: start Wheelhouse once with this state folder first.`)
  return FleetSecrets.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function writeBroker({ start, files }: Kind, dataDir: string, port: number): string {
  const folder = join(dataDir, 'broker')
  const controllers = controllersIn(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const gatewayPassword = gatewayPasswordIn(folder)
  writeBrokerFiles(folder, files(folder, port, { gatewayPassword, controllers }))
  return [
    `Written: ${folder} with ${Object.keys(controllers).length} controllers. Then:`,
    `  cd '${folder.replaceAll("'", `'\\''`)}' && ${start}`,
    `  MQTT_URL=mqtt://${gatewayAccount}:${gatewayPassword}@127.0.0.1:${port} npm start`,
  ].join('\n')
}

try {
  const kind = kinds[process.argv[2] ?? '']
  if (!kind)
    throw new StartError('npm run broker -- mosquitto, or npm run broker -- nats: no other broker is supported.')
  const { dataDir, ports } = readSettings(process.env)
  process.stdout.write(`${writeBroker(kind, dataDir, ports.MQTT_PORT)}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
