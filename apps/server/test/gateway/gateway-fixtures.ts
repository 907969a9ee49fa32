import { randomBytes } from 'node:crypto'
import { vi } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { openBus } from '../../src/platform/bus.ts'
import { testApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { gatewayUser } from '../../src/gateway/broker-access.ts'
import { secretHash } from '../../src/gateway/broker-secrets.ts'
import { endOldConnections, noticing } from '../../src/gateway/broker-notices.ts'
import { startBroker } from '../../src/gateway/broker.ts'
import { startGateway } from '../../src/gateway/gateway.ts'
import { scriptedController } from './scripted-hardware.ts'
import type { ScriptedController } from './scripted-hardware.ts'

export const operatorNeeds: Needs = {
  location: ['GET', 'GET_EVENTS'],
  device: ['GET', 'SETSTATUS', 'FORCESTATUS', 'GETCMDSHISTORY'],
  hardware: ['UPDATE'],
  session: ['GET'],
}

/** For tests: one location with a controller and a dock, and a person who may command it. */
export async function makeSite(w: TestApp, secret = randomBytes(16).toString('hex')) {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const controller_id = await w.make.controller(secretHash(secret))
  const controller_device_id = await w.make.device(location_id, {
    type: 'controller',
    number: 1,
    hardware_id: controller_id,
  })
  const hardware_id = await w.make.hardware(controller_id)
  const device_id = await w.make.device(location_id, { number: 7, hardware_id })
  const operator = await w.person([{ group_id: organization.owner, needs: operatorNeeds }])
  return { organization, location_id, controller_id, controller_device_id, hardware_id, device_id, operator, secret }
}
export type Site = Awaited<ReturnType<typeof makeSite>>

/** For tests: the API, a broker and a gateway over real sockets. */
export async function gatewayFixtures(settings: Record<string, string> = {}) {
  const w = await testApp(settings)
  const password = randomBytes(16).toString('hex')
  const broker = await startBroker({
    port: 0,
    databaseUrl: w.url,
    gatewayPassword: password,
    provisioningSecret: w.config.provisioning_secret,
    onNotice: noticing(w.db, w.log),
  })
  const bus = await openBus(w.url, w.log)
  endOldConnections(bus, broker, w)
  const options = {
    db: w.db,
    databaseUrl: w.url,
    bus,
    brokerUrl: `mqtt://127.0.0.1:${broker.port}`,
    username: gatewayUser,
    password,
    config: w.config,
    clock: w.clock,
    log: w.log,
    jobs: w.jobs,
  }
  const gateway = await startGateway(options)
  const connected: ScriptedController[] = []
  const fixtures = {
    ...w,
    broker,
    gateway,
    gatewayOptions: options,
    async connect(site: Pick<Site, 'controller_id' | 'secret'>): Promise<ScriptedController> {
      const controller = await scriptedController(broker.port, site.controller_id, site.secret, w.clock)
      connected.push(controller)
      return controller
    },
    async end() {
      for (const controller of connected) await controller.client.endAsync(true)
      await fixtures.gateway.close()
      await broker.close()
      await bus.close()
      await w.end()
    },
  }
  return fixtures
}
export type GatewayGround = Awaited<ReturnType<typeof gatewayFixtures>>

/** Repeats the check until it holds. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 30_000, interval: 20 })
