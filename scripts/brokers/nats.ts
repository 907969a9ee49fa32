import { spawnSync } from 'node:child_process'
import { gatewayAccount } from './broker-files.ts'
import type { BrokerAccounts, BrokerFiles } from './broker-files.ts'

export interface NatsNode {
  name: string
  /** Where MQTT is spoken, and the protocol of NATS itself, which nothing here uses. */
  mqttPort: number
  natsPort: number
  cluster?: { port: number; ports: readonly number[] }
}

/** MQTT `hw/a/b` is the subject `hw.a.b`; the filter `hw/a/#` covers the subjects `hw.a` and `hw.a.>`. */
function userLine(user: string, password: string, subject: string): string {
  // NATS delivers QoS 1 to each client on another subject below $MQTT.sub.
  const permissions = `{ publish: ["${subject}.>"], subscribe: ["${subject}", "${subject}.>", "$MQTT.sub.>"] }`
  return `    { user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)}, permissions: ${permissions} }`
}

function accountsText({ gatewayPassword, controllers }: BrokerAccounts): string {
  const lines = [
    userLine(gatewayAccount, gatewayPassword, 'hw'),
    ...Object.entries(controllers).map(([id, secret]) => userLine(id, secret, `hw.${id}`)),
  ]
  return `accounts {
  wheelhouse {
    jetstream: enabled
    users: [
${lines.join('\n')}
    ]
  }
}
`
}

/** From 2.10 on each write reaches the disk before it is acknowledged; older servers refuse the setting. */
const syncs = (version: readonly number[]): boolean => (version[0] ?? 0) > 2 || (version[1] ?? 0) >= 10

const nodeText = (folder: string, node: NatsNode, version: readonly number[]): string => `server_name: ${node.name}
host: 127.0.0.1
port: ${node.natsPort}
# Enough for the topics; 64 KiB is the largest accepted message.
max_payload: 131072
jetstream {
  store_dir: ${JSON.stringify(`${folder}/${node.name}`)}
${syncs(version) ? '  sync_interval: always\n' : ''}}
mqtt {
  host: 127.0.0.1
  port: ${node.mqttPort}
  # What was not acknowledged is delivered again after this time only, also to a device that comes back: it is shorter
  # than a command may take.
  ack_wait: 10s
  # So many messages wait in the gateway while the database is away.
  max_ack_pending: 100
}
${clusterText(node)}include accounts.conf
`

const clusterText = ({ cluster }: NatsNode): string =>
  cluster
    ? `cluster {
  name: wheelhouse
  host: 127.0.0.1
  port: ${cluster.port}
  routes: [${cluster.ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')}]
}
`
    : ''

/** Of the installed program, or of a recent one where there is none. */
export function natsVersion(): number[] {
  const { stdout } = spawnSync('nats-server', ['--version'], { encoding: 'utf8' })
  const [, major = '2', minor = '10'] = /v(\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  return [Number(major), Number(minor)]
}

/** `nats-server -c <folder>/<name>.conf` starts a node. */
export const natsFiles = (
  folder: string,
  nodes: readonly NatsNode[],
  accounts: BrokerAccounts,
  version: readonly number[] = natsVersion(),
): BrokerFiles => ({
  'accounts.conf': accountsText(accounts),
  ...Object.fromEntries(nodes.map((node) => [`${node.name}.conf`, nodeText(folder, node, version)])),
})
