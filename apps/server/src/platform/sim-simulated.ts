import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { Clock } from './clock.ts'
import { SimError } from './sims.ts'
import type { SimProvider, SimReport } from './sims.ts'

const slowMs = 2_500
/** Delivery time of a slow SIM's message. */
const slowDeliveryMs = 4_000

/** The digit before the check digit decides how a SIM behaves; any other digit is activated and quick. */
const reports: Record<string, SimReport> = {
  '6': { status: 'suspended', word: 'SUSPENDED' },
  '7': { status: 'activated', word: 'ACTIVATED' },
  '8': { status: 'test_ready', word: 'TEST_READY' },
  '9': { status: 'unknown', word: 'INVENTORY' },
}
const slow = '7'
const activated: SimReport = { status: 'activated', word: 'ACTIVATED' }
const kindOf = (iccid: string): string => iccid.at(-2) ?? ''

/**
 * Imaginary SIMs: the same card always behaves the same. The digit before the check digit decides: 6 is suspended and
 * gets no SMS, 7 is slow, 8 is ready for a test, 9 has a status without an equivalent here; a card that begins with
 * 8999 is unknown.
 */
export const simulatedSims = (clock: Clock): SimProvider => ({
  name: 'simulated',
  async status(iccid) {
    await assertKnownCard(iccid)
    return reports[kindOf(iccid)] ?? activated
  },
  async sendSms({ iccid }, payload) {
    await assertKnownCard(iccid)
    return idOf(iccid, payload, clock.now().getTime())
  },
  smsReport(id) {
    const { iccid, payload, at } = messageOf(id)
    if (kindOf(iccid) === '6') return Promise.resolve({ state: 'failed', answer: null })
    if (kindOf(iccid) === slow && clock.now().getTime() < at + slowDeliveryMs)
      return Promise.resolve({ state: 'pending', answer: null })
    return Promise.resolve({ state: 'delivered', answer: answerOf(iccid, payload) })
  },
})

async function assertKnownCard(iccid: string): Promise<void> {
  if (iccid.startsWith('8999')) throw new SimError('unknown_sim')
  if (kindOf(iccid) === slow) await pause(slowMs)
}

/** The terse reply of the simulated modem. Its figures depend on the card alone. */
function answerOf(iccid: string, payload: string): string {
  const figure = createHash('sha256').update(iccid).digest()[0] ?? 0
  if (/status|state|info/i.test(payload)) return `OK up ${figure + 12} h, signal -${60 + (figure % 40)} dBm`
  if (/reboot|restart|reset/i.test(payload)) return 'OK restarting'
  return `OK ${payload.slice(0, 24)}`
}

// The id contains the message's data, so the simulation needs no storage and works in every process.
const idOf = (iccid: string, payload: string, at: number): string =>
  `sim-${at}-${Buffer.from(JSON.stringify([iccid, payload])).toString('base64url')}`

function messageOf(id: string): { iccid: string; payload: string; at: number } {
  const [, at = '', packed = ''] = /^sim-(\d+)-([\w-]+)$/.exec(id) ?? []
  if (packed === '') throw new SimError('refused')
  const [iccid = '', payload = ''] = z.array(z.string()).parse(JSON.parse(Buffer.from(packed, 'base64url').toString()))
  return { iccid, payload, at: Number(at) }
}
