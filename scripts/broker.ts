import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { readSettings, StartError } from './settings.ts'

/**
 * `npm run broker -- mosquitto`: writes the configuration for an external broker into `<state folder>/broker`, with the
 * static rule of the device protocol (each controller below its own id) and a password for each controller of
 * `fleet-secrets.json`. The gateway's password is generated once and printed in the MQTT_URL to start with.
 */
const iterations = 101
const gateway = 'gateway'

/** Mosquitto's format: PBKDF2 with SHA-512 (man page mosquitto_passwd). */
function passwordLine(user: string, password: string): string {
  const salt = randomBytes(12)
  const hash = pbkdf2Sync(password, salt, iterations, 64, 'sha512')
  return `${user}:$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`
}

const access = `# The gateway reads and writes everything below hw.
user ${gateway}
topic readwrite hw/#

# A controller reads and writes for itself and its children.
pattern readwrite hw/%u/#
`

// 64 KiB is the largest accepted message; sessions and their queued messages survive a restart.
const configuration = (folder: string, port: number): string => `user ${userInfo().username}
listener ${port} 127.0.0.1
allow_anonymous false
password_file ${folder}/passwords
acl_file ${folder}/access
persistence true
persistence_location ${folder}/
message_size_limit 65536
max_queued_messages 100000
log_dest stderr
`

function gatewayPasswordIn(folder: string): string {
  const file = join(folder, 'gateway-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

function writeMosquitto(dataDir: string, port: number): string {
  const folder = join(dataDir, 'broker')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secretsFile = join(dataDir, 'fleet-secrets.json')
  if (!existsSync(secretsFile))
    throw new StartError(`${secretsFile} does not exist: start Wheelhouse once with this state folder first.`)
  const secrets = JSON.parse(readFileSync(secretsFile, 'utf8')) as Record<string, string>
  const password = gatewayPasswordIn(folder)
  const lines = [...Object.entries(secrets), [gateway, password]].map(([user, secret]) =>
    passwordLine(user ?? '', secret ?? ''),
  )
  writeFileSync(join(folder, 'passwords'), `${lines.join('\n')}\n`, { mode: 0o600 })
  writeFileSync(join(folder, 'access'), access, { mode: 0o600 })
  writeFileSync(join(folder, 'mosquitto.conf'), configuration(folder, port), { mode: 0o600 })
  return [
    `Written: ${join(folder, 'mosquitto.conf')} with ${lines.length - 1} controllers. Then:`,
    `  mosquitto -c '${join(folder, 'mosquitto.conf').replaceAll("'", `'\\''`)}'`,
    `  MQTT_URL=mqtt://${gateway}:${password}@127.0.0.1:${port} npm start`,
  ].join('\n')
}

try {
  const [kind] = process.argv.slice(2)
  if (kind !== 'mosquitto') throw new StartError('npm run broker -- mosquitto: no other broker is supported yet.')
  const { dataDir, ports } = readSettings(process.env)
  process.stdout.write(`${writeMosquitto(dataDir, ports.MQTT_PORT)}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
