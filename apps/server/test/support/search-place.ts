import { expect } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { qrCheckLetter } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { search } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { makeCommand } from '../../src/features/commands/samples.ts'
import { makeExternalDevice } from '../../src/features/external-devices/samples.ts'
import { makeFleet } from '../../src/features/fleets/samples.ts'
import { makeSession } from '../../src/features/parking-sessions/samples.ts'
import { makePoint } from '../../src/features/points-of-interest/samples.ts'
import { makeRide } from '../../src/features/rental-sessions/samples.ts'
import { makeVehicle } from '../../src/features/rentals/samples.ts'
import { makeAccessKey, makeUser } from '../../src/features/users/samples.ts'
import type { Organization } from './factories.ts'
import type { Caller, TestApp } from './test-app.ts'

const qrOf = (payload: string): string => payload + String(qrCheckLetter(payload))

/** The rights to find everything in a search place. */
export const rights = {
  ...({ location: ['GET', 'GETEXTDEVICES'], session: ['GET'], organization: ['GET'], console_user: ['GET'] } as const),
  ...({
    rental_device: ['GET'],
    point_of_interest: ['GET'],
    device: ['GET', 'GETCMDSHISTORY'],
    user: ['GET', 'GET_PRIVILEGED'],
  } as const),
} satisfies Needs

export interface SearchPlace {
  organization: Organization
  location: string
  device: string
  hardware_id: string
  session: string
  command: string
  user: string
  person: string
  point: string
  router: string
  vehicle: { id: string; code: string; hardware_id: string }
  ride: string
  iccid: string
  msisdn: string
  code: string
  qr: string
  /** Of the rider and of nobody else. */
  phone: string
  email: string
  pin: string
  rfid: string
}

async function placeOf(w: TestApp, n: number): Promise<SearchPlace> {
  const organization = await w.make.organization()
  const code = `10421${n}`
  const location = await w.make.location(organization, {
    code,
    label: `Balti jaam ${n}`,
    address: `Toompuiestee 3${n}`,
    city: 'Tallinn',
  })
  const hardware_id = await w.make.hardware(await w.make.controller(), { dock_state: 'locked' })
  const qr = qrOf(`AAAAAAAA${n}`)
  const device = await w.make.device(location, { number: 7, hardware_id, qr_code: qr, alias: `By lamp ${n}` })
  const session = await makeSession(w, location, device)
  const command = await makeCommand(w, { device_id: device, location_id: location, hardware_id })
  const fleet = await makeFleet(w, organization)
  const vehicle = await makeVehicle(w, fleet)
  const ride = await makeRide(w, fleet, vehicle.id)
  const person = await w.make.consoleUser(organization.id)
  const point = await makePoint(w, organization, { label: `Pump of Balti ${n}`, external_id: `ext-${n}` })
  const [phone, email, pin, rfid] = [`+3725123456${n}`, `mari.tamm${n}@riders.test`, `27491${n}`, `00745A7${n}`]
  const [iccid, msisdn] = [`893720300011230000${n}`, `+3725300112${n}`]
  const router = await makeExternalDevice(w, location, {
    name: `Teltonika ${n}`,
    external_id: `SN-77${n}`,
    iccid,
    msisdn,
  })
  const user = await riderOf(w, organization, `Mari Tamm ${n}`, { phone, email, pin, rfid })
  return {
    organization,
    location,
    device,
    hardware_id,
    session,
    command,
    user,
    person,
    point,
    router,
    vehicle,
    ride,
    iccid,
    msisdn,
    code,
    qr,
    phone,
    email,
    pin,
    rfid,
  }
}

async function riderOf(
  w: TestApp,
  organization: Organization,
  name: string,
  personal: { phone: string; email: string; pin: string; rfid: string },
) {
  const { rfid, ...ofPerson } = personal
  const id = await makeUser(w, [organization.owner], { name, ...ofPerson })
  await makeAccessKey(w, id, { key: rfid })
  return id
}

/** Two organizations with one of each thing that a search finds, and a person who may find everything of the first. */
export async function makeSearchPlaces(w: TestApp) {
  const [ours, foreign] = [await placeOf(w, 1), await placeOf(w, 2)]
  const all = await w.person([{ group_id: ours.organization.owner, needs: rights }])
  const find = async (q: string, who: Caller = all): Promise<SearchHit[]> => {
    const answer = await who.call(search, { query: { q } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.items
  }
  const idsOf = async (q: string, who?: Caller): Promise<string[]> =>
    (await find(q, who)).map(({ type, id }) => `${type} ${id}`)
  return { ours, foreign, all, find, idsOf }
}
export type SearchPlaces = Awaited<ReturnType<typeof makeSearchPlaces>>
