import { expect, test } from 'vitest'
import { isNeeds, needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { AnyList } from '../../lists/list-address.ts'
import { nameOfList } from '../../lists/list-name.ts'
import { goKeys } from './go-keys.ts'
import { allDestinations, listPlaces } from './navigation.ts'

const menu = allDestinations('').flatMap(({ destinations }) =>
  destinations.flatMap(({ label, path, children = [] }) => [{ label, path }, ...children]),
)

const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'filters' in value && 'route' in value
const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../../../packages/contract/src/**/*.ts', '!**/*.test.ts'],
  { eager: true },
)
/** Every list that the contract declares, by the name that its screen, its saved views and its layout have. */
const lists = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module).filter(isList))
    .map((list) => [nameOfList(list), list]),
)

/** Screens of one list twice, or of two kinds in it, give it another name (`name` of `ListPage`). */
const namedByScreen: Readonly<Record<string, string>> = {
  'parking-sessions-history': 'parking-sessions',
  'rental-sessions-history': 'rental-sessions',
  'work-plans-template': 'work-plans',
  'resource-groups': 'groups',
}
const inContract = ({ name }: { name: string }): string => namedByScreen[name] ?? name

test('each list that the menu names is a list of the contract with a file', () => {
  expect(listPlaces.filter((place) => lists.get(inContract(place))?.csv === undefined)).toEqual([])
  expect(new Set(listPlaces.map(({ name }) => name)).size).toBe(listPlaces.length)
})

const partsOf = (needs: Needs = {}): string[] =>
  needsOf(needs).flatMap(([type, actions]) => actions.map((action) => `${type} ${action}`))

test('an entry of the menu needs what its list asks for: nobody is led to a refusal', () => {
  const entries = allDestinations('https://dashboards.example').flatMap(({ destinations }) =>
    destinations.flatMap((one) => [one, ...(one.children ?? [])].map((entry) => ({ ...entry, within: one.needs }))),
  )
  const missing = entries.flatMap(({ label, list = '', needs, within }) => {
    const access = lists.get(inContract({ name: list }))?.route.access
    const held = [...partsOf(needs), ...partsOf(within)]
    const asked = access && isNeeds(access) ? partsOf(access) : []
    return asked.filter((part) => !held.includes(part)).map((part) => `${label}: ${part}`)
  })
  expect(missing).toEqual([])
})

/** The page of another thing shows them, or a part of a screen. */
const withinPages = [
  'alarms',
  'cases',
  'change-set-devices',
  'config-changes',
  'fleets',
  'payment-differences',
  'reminder-configs',
  'reminder-notices',
  'template-versions',
]

test('each other list with a file is named in the menu: the palette finds its saved views and its export by that', () => {
  const named = listPlaces.map(inContract)
  const ofOneThing = ({ path }: AnyList): boolean => path.includes(':')
  const others = [...lists].filter(([name, list]) => list.csv && !ofOneThing(list) && !named.includes(name))
  expect(others.map(([name]) => name).toSorted()).toEqual(withinPages)
})

test('every key of the keyboard help leads to an entry of the menu', () => {
  expect(goKeys.filter(({ path, label }) => !menu.some((one) => one.path === path && one.label === label))).toEqual([])
  expect(new Set(goKeys.map(({ key }) => key)).size).toBe(goKeys.length)
})
