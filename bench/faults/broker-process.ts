import { gatewayUser } from '../../apps/server/src/gateway/broker-access.ts'
import { startBroker } from '../../apps/server/src/gateway/broker.ts'

/** The embedded broker alone, so that it can be killed while the services live. */
const { BROKER_PORT, DATABASE_URL, BROKER_PASSWORD } = process.env
if (!BROKER_PORT || !DATABASE_URL || !BROKER_PASSWORD) throw new Error(`The broker of ${gatewayUser} lacks a setting`)

await startBroker({ port: Number(BROKER_PORT), databaseUrl: DATABASE_URL, gatewayPassword: BROKER_PASSWORD })
process.once('disconnect', () => process.exit(0))
process.send?.({ isServing: true })
