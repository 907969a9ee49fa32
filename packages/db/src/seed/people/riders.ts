import type { Insertable } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { AccessKeysTable, UsersTable } from '../../tables.gen.ts'
import type { Clear } from '../sealed-rows.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { City } from '../sites/sites.ts'
import { dayMs, hourMs, iso } from '../times.ts'

export interface RiderKey {
  id: string
  type: 'rfid' | 'pin' | 'app'
  key: string
}

export interface Rider {
  id: string
  city: string
  keys: RiderKey[]
  rfid: RiderKey | undefined
}

export interface Riders {
  rows: Insertable<UsersTable>[]
  keys: Clear<Insertable<AccessKeysTable>>[]
  riders: Rider[]
}

const names: Record<string, { first: readonly string[]; last: readonly string[]; language: string }> = {
  EE: {
    first:
      'Mari Kristi Liina Anu Kaisa Triin Helena Katrin Piret Evelin Merle Tiina Laura Grete Eliise Jaan Martin Andres Toomas Margus Siim Karl Taavi Priit Rein Indrek Oskar Rasmus Kaspar Mihkel'.split(
        ' ',
      ),
    last: 'Tamm Saar Sepp Mägi Kask Kukk Rebane Ilves Pärn Koppel Luik Oja Valk Lepik Kuusk Raud Vaher Mölder Kallas Õunapuu Teder Jõgi Leht Sild Hunt Aas Kivi Soosaar Veski Paju'.split(
      ' ',
    ),
    language: 'et',
  },
  NO: {
    first:
      'Nora Emma Ingrid Sofie Maja Astrid Frida Hedda Silje Marte Kari Solveig Tuva Live Ragnhild Ole Lars Henrik Jonas Magnus Sindre Eirik Håvard Sander Kristian Øyvind Tobias Fredrik Aksel Leif'.split(
        ' ',
      ),
    last: 'Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Berg Haugen Hagen Bakken Solberg Moen Strand Lie Dahl Lund Aas Eide Myhre Tangen Sørli Nygaard Fossum Vik Holm Ruud Brekke Øien'.split(
      ' ',
    ),
    language: 'nb',
  },
  US: {
    first:
      'Maya Elena Grace Aaliyah Priya Hannah Zoe Naomi Camila Mei Rachel Olivia Tessa Jade Amara Daniel Marcus Ethan Diego Kevin Omar Samuel Theo Andre Lucas Wei Nathan Caleb Jordan Isaac'.split(
        ' ',
      ),
    last: 'Nguyen Garcia Chen Patel Johnson Kim Martinez Lopez Wong Brooks Rivera Cohen Reyes Park Sullivan Tran Hughes Ortiz Bennett Singh Murphy Castillo Foster Lam Jenkins Navarro Price Okafor Weaver Delgado'.split(
      ' ',
    ),
    language: 'en',
  },
}

// Area codes with numbers reserved for fiction; elsewhere mobile ranges.
const areasOfMaryland = ['410', '443', '667', '240', '301', '202', '703', '571']
const phones: Record<string, (chance: Chance) => string> = {
  EE: (chance) => `+3725${chance.int(1_000_000, 9_999_999)}`,
  NO: (chance) => `+47${chance.pick(['4', '9'])}${chance.int(1_000_000, 9_999_999)}`,
  US: (chance) => `+1${chance.pick(areasOfMaryland)}55501${chance.int(0, 99).toString().padStart(2, '0')}`,
}

/** Riders of all cities; each has an app key, most have a card too, some a PIN. */
export function makeRiders(now: number, cities: readonly City[]): Riders {
  const chance = chanceOf('riders')
  const result: Riders = { rows: [], keys: [], riders: [] }
  const used = new Set<string>()
  for (const city of cities)
    for (let index = 0; index < city.riders; index++) addRider(result, city, index, { now, chance, used })
  return result
}

interface Making {
  now: number
  chance: Chance
  /** PINs and cards that are in use. */
  used: Set<string>
}

function addRider(result: Riders, city: City, index: number, { now, chance, used }: Making): void {
  const { first, last, language } = certain(names[city.country])
  const isKnown = city.country === 'EE' && index === 0
  const at = Math.round(now - chance.between(100, 720) * dayMs)
  const name = isKnown ? 'Evelin Valk' : `${chance.pick(first)} ${chance.pick(last)}`
  const hasPin = chance.is(0.3)
  const { pin: code, ...row } = {
    id: chance.id(at),
    name,
    phone: phones[city.country]?.(chance) ?? null,
    email: chance.is(0.8) ? `${asciiOf(name)}${chance.int(1, 999)}@riders.test` : null,
    language: chance.is(0.85) ? language : 'en',
    country_code: city.country,
    pin: hasPin ? fresh(used, () => pin(chance)) : null,
    created_at: iso(at),
    last_signed_in_at: iso(Math.round(now - chance.between(0.05, 60) * dayMs)),
    disabled_at: null,
    disabled_reason: null,
  }
  const keys: RiderKey[] = [{ id: chance.id(at), type: 'app', key: `A${chance.hex(8)}` }]
  const card = isKnown ? '00745A70' : fresh(used, () => chance.hex(chance.is(0.6) ? 4 : 7))
  const hasCard = chance.is(0.78)
  if (isKnown || hasCard) keys.push({ id: chance.id(at + hourMs), type: 'rfid', key: card })
  if (code) keys.push({ id: chance.id(at + 2 * hourMs), type: 'pin', key: code })
  result.rows.push(row)
  result.keys.push(...keys.map((key, place) => ({ ...key, user_id: row.id, created_at: iso(at + place * hourMs) })))
  result.riders.push({ id: row.id, city: city.city, keys, rfid: keys.find((key) => key.type === 'rfid') })
}

const asciiOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(' ', '.')

function fresh(used: Set<string>, draw: () => string): string {
  for (;;) {
    const drawn = draw()
    if (used.has(drawn)) continue
    used.add(drawn)
    return drawn
  }
}

/** Six digits, all different, with no neighbouring digits next to each other. */
export const isPin = (text: string): boolean =>
  /^\d{6}$/.test(text) &&
  new Set(text).size === 6 &&
  [...text].every((digit, place) => place === 0 || Math.abs(Number(digit) - Number(text[place - 1])) > 1)

function pin(chance: Chance): string {
  for (;;) {
    const drawn = chance.int(0, 999_999).toString().padStart(6, '0')
    if (isPin(drawn)) return drawn
  }
}
