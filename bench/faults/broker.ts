import { join } from 'node:path'
import { gatewayUser } from '../../apps/server/src/gateway/broker-access.ts'
import { freePort, killed, launch, ready } from '../server.ts'
import type { Ground } from './ground.ts'

const password = 'the gateway of a fault run'

/** The address that the services connect to, on this port or on one that leads to it. */
export const brokerUrl = (port: number): string =>
  `mqtt://${gatewayUser}:${encodeURIComponent(password)}@127.0.0.1:${port}`

/** A broker in a separate process; when it is killed it is started again on the same port. */
export async function openBroker({ folder, databaseUrl }: Ground) {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    BROKER_PASSWORD: password,
    BROKER_PORT: String(port),
  }
  const start = async () => {
    const child = launch(join(import.meta.dirname, 'broker-process.ts'), env, join(folder, 'broker.log'))
    await ready(child, 'The broker')
    return child
  }
  let child = await start()
  return {
    port,
    kill: () => killed(child),
    async startAgain() {
      child = await start()
    },
    close: () => killed(child),
  }
}
