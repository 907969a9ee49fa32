import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { gatewayAccount } from './broker-files.ts'
import type { BrokerAccounts, BrokerFiles } from './broker-files.ts'

const iterations = 101

/** Mosquitto's format: PBKDF2 with SHA-512 (man page mosquitto_passwd). */
function passwordLine(user: string, password: string): string {
  const salt = randomBytes(12)
  const hash = pbkdf2Sync(password, salt, iterations, 64, 'sha512')
  return `${user}:$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`
}

const access = `# The gateway reads and writes everything below hw.
user ${gatewayAccount}
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

/** `mosquitto -c <folder>/mosquitto.conf` starts it. */
export function mosquittoFiles(
  folder: string,
  port: number,
  { gatewayPassword, controllers }: BrokerAccounts,
): BrokerFiles {
  const lines = [...Object.entries(controllers), [gatewayAccount, gatewayPassword] as const]
  return {
    passwords: `${lines.map(([user, secret]) => passwordLine(user, secret)).join('\n')}\n`,
    access,
    'mosquitto.conf': configuration(folder, port),
  }
}
