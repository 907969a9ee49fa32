import { deviceHeartbeatHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import type { HardwareHistory } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { writeBeats } from '../../src/features/hardware-state/heartbeats.ts'
import { openGatewayLife } from '../../src/features/hardware/gateway-lives.ts'
import type { TestApp } from '../support/test-app.ts'
import { makeSite } from './gateway-fixtures.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A site whose dock sends heartbeats while a gateway listens, on the clock of the test, and a person who may read them. */
export async function makeSpeakingSite(w: TestApp) {
  const site = await makeSite(w)
  const reader = await w.person([
    {
      group_id: site.organization.owner,
      needs: { location: ['GET', 'GETMETRICS'], device: ['GET'], hardware: ['GET'] },
    },
  ])
  const life = openGatewayLife(w.db)
  let seq = 0

  async function speak(said: { rssi_dbm?: number; supply_mv?: number; temperature_c?: number } = {}): Promise<void> {
    const beat = {
      controller_id: site.controller_id,
      hardware_id: site.hardware_id,
      seq: ++seq,
      received_at: w.clock.now().toISOString(),
      clock_off_s: null,
      uptime_s: 1,
      firmware_name: 'dock',
      firmware_version: '3.2.1',
      pcb_version: 'C',
      protocol_version: '1',
      config_hash: '0123456789abcdef',
      rssi_dbm: -61,
      wifi_ssid: null,
      wifi_rssi_dbm: null,
      supply_mv: 12e3,
      temperature_c: 21,
      ...said,
    }
    await w.db.transaction().execute((tx) => writeBeats(tx, [beat], w.config.heartbeat))
  }

  /** Minute by minute. */
  async function pass(ms: number, { speaking = true, listening = true } = {}): Promise<void> {
    for (let left = ms; left > 0; left -= minuteMs) {
      w.clock.advance(minuteMs)
      if (listening) await life.live(w.clock.now())
      if (speaking) await speak()
    }
  }

  const history = async (query: Record<string, unknown> = {}): Promise<HardwareHistory> =>
    await reader.ask(deviceHeartbeatHistory, { params: { device_id: site.device_id }, query })

  /** The start of the next hour, so that steps and stories agree. */
  async function onTheHour(): Promise<void> {
    const now = w.clock.now().getTime()
    w.clock.advance(hourMs - (now % hourMs))
    await life.live(w.clock.now())
    await speak()
  }

  return { site, reader, life, speak, pass, history, onTheHour }
}
export type SpeakingSite = Awaited<ReturnType<typeof makeSpeakingSite>>
