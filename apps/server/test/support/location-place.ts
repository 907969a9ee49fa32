import { expect } from 'vitest'
import { createLocation, updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import type { LocationField } from '@wheelhouse/contract/locations/location-fields.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { stockRights } from './roles.ts'
import type { Organization } from './factories.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

let serial = 500_000

export const newCode = (): string => String(++serial)

export const required = () => ({
  code: newCode(),
  label: 'Balti jaam',
  country: 'EE',
  type: 'bike_docks',
  generation: 'G3',
  power_save: 'none',
  icon_type: 'bike',
})

export const admin = { hidden_admin_description: 'Contract 17, keys at the porter' }

/** Those who see every location. */
export async function makeLocationPlace(w: TestApp) {
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const root = await w.person([{ group_id: everything, needs: stockRights('Superadmin') }])
  const operations = await w.person([{ group_id: everything, needs: stockRights('Operations') }])
  return { everything, root, operations }
}

interface Place {
  ours: Organization
  root: Caller
}

/** What tests do with locations. The place is asked for at each call, because every test has another one. */
export function locationActions(place: () => Place) {
  const create = (body: object = {}, who = place().root): Promise<Answer> =>
    who.send(createLocation, { body: { ...required(), ...(who === place().root ? admin : {}), ...body } })
  const made = async (body: object = {}): Promise<Location> => {
    const answer = await create({ owner_id: place().ours.id, ...body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const change = (location: { id: string; version: number }, body: object, who = place().root): Promise<Answer> =>
    who.send(updateLocation, {
      params: { location_id: location.id },
      body: body,
      headers: { 'if-match': `"${location.version}"` },
    })
  const get = async ({ id }: { id: string }, who = place().root): Promise<Answer> =>
    who.call(getLocation, { params: { location_id: id } })
  /** A value that each field takes, different from what it has. */
  const values = (): Record<LocationField, unknown> => ({
    code: newCode(),
    label: 'Changed',
    address: 'Street 9',
    state: 'Harju',
    city: 'Tallinn',
    district: 'Kesklinn',
    country: 'NO',
    type: 'bike_lockers',
    generation: 'G1',
    power_save: 'local_wakeup',
    icon_type: 'locker',
    use_case: 'campus',
    latitude: 59.1,
    longitude: 24.1,
    time_zone: 'Europe/Oslo',
    tags: ['covered'],
    private_tags: ['watched'],
    is_free: true,
    has_booking: true,
    has_app_parking: false,
    has_rfid_parking: false,
    has_e_charging: true,
    is_publicly_visible: false,
    has_camera: true,
    has_auto_restarts: true,
    free_parking_hours: 2,
    free_parking_summary: 'Two hours free',
    free_parking_details: 'Then paid',
    restricted_description: 'Key at the gate',
    hidden_admin_description: 'Contract with the city',
    support_phone: '+37256123456',
    support_email: 'help@city.test',
    terms_url: 'https://city.test',
    bubble_orange_hours: 2,
    bubble_red_hours: 73,
    overstay_limit_h: 96,
    owner_id: place().ours.id,
    operator_id: place().ours.id,
    distributor_id: place().ours.id,
    reseller_id: place().ours.id,
  })
  const bodyOf = (field: LocationField): object => {
    const all = values()
    if (field === 'latitude' || field === 'longitude') return { latitude: all.latitude, longitude: all.longitude }
    return { [field]: all[field] }
  }
  return { create, made, change, get, values, bodyOf }
}
