import type { Page } from '@playwright/test'
import { callAs } from './api.ts'

/** Where somebody may be: an address, what must stand there before it is judged, and what is opened on it first. */
interface Place {
  name: string
  path: string
  sign: string
  /** What lies over the screen; the rest was judged where it stood alone. */
  part?: string
  open?: (page: Page) => Promise<unknown>
}

/** A row of a table, or of the cards that a phone shows in its place. */
const row = '[role=gridcell], [role=region] li'
/** A row, or the words in place of the first. */
const list = `${row}, main [role=status] strong, main [role=status] h2`
const map = 'main canvas, main [role=status]'
const dialog = '[role=dialog]'

/** One of each thing that a screen is about, as the demonstration holds them. */
async function groundOf(page: Page) {
  const first = async (path: string) =>
    (await callAs<{ items: { id: string }[] }>(page, `${path}?limit=1`)).items[0]?.id ?? ''
  const place = await first('/location/v1/locations')
  const devices = await callAs<{ id: string; type: string }[]>(page, `/location/v1/locations/${place}/devices`)
  return {
    place,
    dock: devices.find(({ type }) => type === 'dock')?.id ?? '',
    active: await first('/session/v1/parking-sessions/active'),
    past: await first('/session/v1/parking-sessions'),
    point: await first('/point-of-interest/v1/points-of-interest'),
    person: await first('/user/v1/console-users'),
    region: await first('/region/v1/regions'),
  }
}

type Fixtures = Awaited<ReturnType<typeof groundOf>>

const locations = ({ place, dock }: Fixtures): Place[] => [
  { name: 'locations', path: '/locations', sign: row },
  { name: 'locations, no match', path: '/locations?q=nowhere', sign: 'main [role=status]' },
  { name: 'locations, map', path: '/locations?view=map', sign: map },
  { name: 'location', path: `/locations/${place}`, sign: '[data-dock]' },
  { name: 'location, info', path: `/locations/${place}?view=info`, sign: 'main h2' },
  {
    name: 'location, technical',
    path: `/locations/${place}?view=technical`,
    sign: 'main [role=gridcell], main [role=region] li, main h2',
  },
  { name: 'location, events', path: `/locations/${place}?tab=events`, sign: 'main ol li' },
  { name: 'location, photos', path: `/locations/${place}?tab=photos`, sign: 'main h2, main [role=status] strong' },
  {
    name: 'location, service fees',
    path: `/locations/${place}?view=service-fees`,
    sign: 'main h2, main [role=status] strong',
  },
  { name: 'location, edited', path: `/locations/${place}?edit=place`, sign: 'main form input' },
  { name: 'new location', path: '/locations?open=new', sign: 'main form input' },
  { name: 'import', path: '/locations/import', sign: 'main details' },
  {
    name: 'location, status',
    path: `/locations/${place}`,
    sign: '[data-dock]',
    part: dialog,
    open: async (page) => {
      const inHead = page.getByRole('button', {
        name: 'Status',
        exact: true,
      })
      const more = page.getByRole('main').getByRole('button', {
        name: 'More',
        exact: true,
      })
      await inHead.or(more).first().click()
      const move = (await inHead.isVisible())
        ? page.getByRole('menuitem')
        : page.getByRole('menuitem', { name: /^Status: / })
      await move.first().click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'location, maintenance message',
    path: `/locations/${place}`,
    sign: '[data-dock]',
    part: dialog,
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', {
          name: 'More',
          exact: true,
        })
        .click()
      await page.getByRole('menuitem', { name: 'Maintenance message' }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  { name: 'location, copied', path: `/locations?open=copy:${place}`, sign: 'main form input' },
  { name: 'location, external devices', path: `/locations/${place}?tab=external-devices`, sign: list },
  { name: 'device', path: `/locations/${place}?device=${dock}`, sign: `${dialog} h2`, part: dialog },
  { name: 'unknown location', path: '/locations/00000000-0000-4000-8000-000000000000', sign: 'main h1' },
]

const sessions = ({ active, past }: Fixtures): Place[] => [
  { name: 'active sessions', path: '/device-sessions/active', sign: row },
  { name: 'session history', path: '/device-sessions/history', sign: row },
  { name: 'active session', path: `/device-sessions/history/${active}`, sign: 'main dl' },
  { name: 'past session', path: `/device-sessions/history/${past}`, sign: 'main dl' },
]

const people = ({ person }: Fixtures): Place[] => [
  { name: 'console users', path: '/users/console', sign: row },
  { name: 'console user', path: `/users/console?open=${person}`, sign: `${dialog} dl`, part: dialog },
  { name: 'invitation', path: '/users/console?open=new', sign: `${dialog} input`, part: dialog },
]

const ground = ({ point, region }: Fixtures): Place[] => [
  { name: 'points of interest', path: '/points-of-interest', sign: list },
  { name: 'points of interest, map', path: '/points-of-interest?view=map', sign: map },
  { name: 'point of interest', path: `/points-of-interest?open=${point}`, sign: `${dialog} dl`, part: dialog },
  { name: 'new point of interest', path: '/points-of-interest?open=new', sign: `${dialog} input`, part: dialog },
  { name: 'regions', path: '/regions', sign: list },
  { name: 'region', path: `/regions?open=${region}`, sign: `${dialog} dl`, part: dialog },
  { name: 'new region', path: '/regions?open=new', sign: `${dialog} input`, part: dialog },
  { name: 'unassigned hardware', path: '/hardware/unassigned', sign: list },
]

const others: Place[] = [
  { name: 'landing', path: '/', sign: 'main h1' },
  { name: 'profile', path: '/profile', sign: 'main h1, main h2' },
  { name: 'find by QR code', path: '/deep-link/search?scanQr=false', sign: 'main input' },
  { name: 'not built yet', path: '/overview', sign: 'main h1' },
  { name: 'missing page', path: '/nowhere', sign: 'main h1' },
  { name: 'refused sign-in', path: '/login?error=access_denied', sign: 'main h1, h1' },
  { name: 'signed in, log out', path: '/logout', sign: 'h1' },
  {
    name: 'palette',
    path: '/',
    sign: 'main h1',
    part: dialog,
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
    },
  },
  {
    name: 'palette, results',
    path: '/',
    sign: 'main h1',
    part: dialog,
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Find anything' }).fill('tallinn')
      await page
        .getByRole('option')
        .filter({ hasText: /tallinn/i })
        .first()
        .waitFor()
    },
  },
]

/** Every screen that stands, with what may be open on it. */
export async function placesOf(page: Page): Promise<Place[]> {
  const found = await groundOf(page)
  return [...locations(found), ...sessions(found), ...people(found), ...ground(found), ...others]
}
