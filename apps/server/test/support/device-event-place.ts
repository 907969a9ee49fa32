import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { TestApp } from './test-app.ts'
import { applyDeviceEvent } from '../../src/gateway/device-events.ts'
import type { Site } from '../gateway/gateway-fixtures.ts'

export let serial = 0

interface Place {
  w: TestApp
  site: Site
}

/** What tests do with events of devices. The place is asked for at each call, because every test has another one. */
export function deviceEventActions(place: () => Place) {
  const event = (type: string, data: object, more: object = {}): DeviceEvent =>
    DeviceEvent.parse({ id: `e${++serial}`, seq: serial, at: place().w.clock.now().toISOString(), type, data, ...more })
  const apply = (one: DeviceEvent) => applyDeviceEvent(place().w, place().site, one, place().w.clock.now())
  const dock = (state: string, more: object = {}, data: object = {}) =>
    apply(event('dock_state', { state, ...data }, more))
  const stateOf = () =>
    place()
      .w.db.selectFrom('hardware_state')
      .selectAll()
      .where('hardware_id', '=', place().site.hardware_id)
      .executeTakeFirstOrThrow()
  const sessions = () =>
    place()
      .w.db.selectFrom('parking_sessions')
      .selectAll()
      .where('device_id', '=', place().site.device_id)
      .orderBy('id')
      .execute()
  const history = (id: string) =>
    place().w.db.selectFrom('events').selectAll().where('resource_id', '=', id).orderBy('id').execute()
  return { event, apply, dock, stateOf, sessions, history }
}
