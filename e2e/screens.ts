import type { Page } from '@playwright/test'
import { allDestinations } from '../apps/console/src/pages/navigation/navigation.ts'
import { callAs } from './api.ts'
import { namedLocations } from './claims.ts'

/**
 * A screen of the console: its address, what must be visible before it is checked, and what is opened on it first. Two in a row
 * with one address are loaded once.
 */
interface Screen {
  name: string
  path: string
  ready: string
  /** The only part to check, where the rest of the screen is checked elsewhere. */
  part?: string
  open?: (page: Page) => Promise<unknown>
}

/** A row of a table, or of the cards that replace it on a phone. */
const row = '[role=gridcell], [role=region] li'
/** A row, or the message of an empty list. */
const rowOrEmpty = `${row}, main [role=status] strong, main [role=status] h2`
const map = 'main canvas, main [role=status]'
const anyContent = `${rowOrEmpty}, main h2, main form input, main canvas, main input, main textarea`
const dialog = '[role=dialog]'
/** Over the page on a phone, beside it on a desktop. */
const panel = ':is([role=dialog], [data-beside])'

/** One example of each thing that a screen shows. */
async function findExamples() {
  const firstId = async (path: string) =>
    (await callAs<{ items: { id: string }[] }>('superadmin', `${path}?limit=1`)).items[0]?.id ?? ''
  const location = await firstId('/location/v1/locations')
  const devices = await callAs<{ id: string; type: string }[]>(
    'superadmin',
    `/location/v1/locations/${location}/devices`,
  )
  return {
    location,
    dock: devices.find(({ type }) => type === 'dock')?.id ?? '',
    activeSession: await firstId('/session/v1/parking-sessions/active'),
    pastSession: await firstId('/session/v1/parking-sessions'),
    dashboard: await firstId('/dashboard/v1/dashboards'),
    report: await firstId('/report/v1/reports'),
  }
}

type Examples = Awaited<ReturnType<typeof findExamples>>

/**
 * One screen of each kind, where a kind is what shares its layout and its parts. A fault in a shared part shows on each screen
 * of its kind, so one of them is enough for every run. The busiest screen of a kind represents it.
 */
const oneOfEachKind = ({ location, dock, pastSession }: Examples): Screen[] => [
  // A list with filters, saved views, totals and rows; cards on a phone. All list pages are built of these.
  { name: 'list of locations', path: '/locations', ready: row },
  { name: 'list without a match', path: '/locations?q=nowhere', ready: 'main [role=status]' },
  { name: 'map of locations', path: '/locations?view=map', ready: map },
  // The page of a thing: head with actions, tabs, tiles of the devices and the events beside them.
  { name: 'location', path: `/locations/${location}`, ready: '[data-dock]' },
  {
    name: 'dialog with a form (status)',
    path: `/locations/${location}`,
    ready: '[data-dock]',
    part: dialog,
    open: openStatus,
  },
  { name: 'details in groups (location, info)', path: `/locations/${location}?view=info`, ready: 'main h2' },
  {
    name: 'charts and tables (location, technical)',
    path: `/locations/${location}?view=technical`,
    ready: 'main [role=gridcell], main [role=region] li, main h2',
  },
  { name: 'event history (location)', path: `/locations/${location}?tab=events`, ready: 'main ol li' },
  // A long form with its index. Creating and copying use the same form.
  { name: 'form (location)', path: `/locations/${location}?edit=place`, ready: 'main form input' },
  { name: 'file import', path: '/locations/import', ready: 'main details' },
  // A side panel.
  { name: 'panel (device)', path: `/locations/${location}?device=${dock}`, ready: `${panel} h2`, part: panel },
  { name: 'timeline (past session)', path: `/device-sessions/history/${pastSession}`, ready: 'main dl' },
  { name: 'landing page', path: '/', ready: 'main h1' },
  { name: 'palette with results', path: '/', ready: 'main h1', part: dialog, open: searchInPalette },
  { name: 'preferences (profile)', path: '/profile', ready: 'main h1, main h2' },
  { name: 'camera (find by QR code)', path: '/deep-link/search?scanQr=false', ready: 'main input' },
  // A message in place of the page, inside of the frame and without it.
  { name: 'missing page', path: '/nowhere', ready: 'main h1' },
  { name: 'refused sign-in', path: '/login?error=access_denied', ready: 'main h1, h1' },
]

/** The other screens of these kinds, and each of them with other data. */
const otherScreens = (examples: Examples): Screen[] => [
  ...otherLocationScreens(examples),
  ...menuEntries().flatMap(screensOfEntry),
  { name: 'active session', path: `/device-sessions/history/${examples.activeSession}`, ready: 'main dl' },
  { name: 'points of interest, map', path: '/points-of-interest?view=map', ready: map },
  { name: 'dashboard', path: `/analytics/dashboards/${examples.dashboard}`, ready: 'main [role=slider]' },
  {
    name: 'charts of a dashboard',
    path: `/analytics/dashboards/${examples.dashboard}?edit=charts`,
    ready: `${dialog} li`,
    part: dialog,
  },
  {
    name: 'public link of a dashboard',
    path: `/analytics/dashboards/${examples.dashboard}?edit=link`,
    ready: `${dialog} button`,
    part: dialog,
  },
  { name: 'report', path: `/analytics/reports/${examples.report}`, ready: 'main h1' },
  { name: 'log out', path: '/logout?redirecting=ask', ready: 'h1' },
  { name: 'palette', path: '/', ready: 'main h1', part: dialog, open: openPalette },
]

interface MenuEntry {
  label: string
  path: string
  list?: string
}

/** Every address of the menu once. */
function menuEntries(): MenuEntry[] {
  const entries = allDestinations('').flatMap(({ destinations }) =>
    destinations.flatMap((one): MenuEntry[] =>
      one.children ? one.children.map((child) => ({ ...child, label: `${one.label}, ${child.label}` })) : [one],
    ),
  )
  return [...new Map(entries.map((entry) => [entry.path, entry])).values()]
}

/** The screen itself; of a list also what its first row opens, and the form of a new one. */
const screensOfEntry = ({ label, path, list }: MenuEntry): Screen[] => [
  { name: label, path, ready: list === undefined ? anyContent : rowOrEmpty },
  ...(list === undefined
    ? []
    : [
        { name: `first row of ${label}`, path, ready: rowOrEmpty, open: openFirstRow },
        { name: `new in ${label}`, path, ready: rowOrEmpty, open: openNew },
      ]),
]

/** A list that is empty, or whose rows open nothing, is audited as it is. */
async function openFirstRow(page: Page): Promise<void> {
  const row = page.locator('main :is([data-opens], [data-card])').first()
  if (!(await row.isVisible())) return
  const before = page.url()
  // Beside the boxes of a selection, and above the links to other things.
  await row.click({ position: { x: 50, y: 8 } })
  await page.waitForURL((url) => url.href !== before)
  await page.locator(`${panel} h2, main h1`).first().waitFor()
}

/** A list whose things nobody makes by hand has no such button: its screen is audited as it is. */
async function openNew(page: Page): Promise<void> {
  const create = page.getByRole('main').getByRole('button', { name: /^(New|Invite|Add)\b/ })
  // The primary button is the last.
  if (!(await create.last().isVisible())) return
  await create.last().click()
  await page.locator(`${dialog} input, ${dialog} textarea, main form input, [role=menu]`).first().waitFor()
}

const otherLocationScreens = ({ location }: Examples): Screen[] => [
  { name: 'location, photos', path: `/locations/${location}?tab=photos`, ready: 'main h2, main [role=status] strong' },
  {
    name: 'location, service fees',
    path: `/locations/${location}?view=service-fees`,
    ready: 'main h2, main [role=status] strong',
  },
  { name: 'location, external devices', path: `/locations/${location}?tab=external-devices`, ready: rowOrEmpty },
  { name: 'new location', path: '/locations?open=new', ready: 'main form input' },
  { name: 'copied location', path: `/locations?open=copy:${location}`, ready: 'main form input' },
  {
    name: 'location, maintenance message',
    path: `/locations/${location}`,
    ready: '[data-dock]',
    part: dialog,
    open: openMaintenanceMessage,
  },
  { name: 'unknown location', path: '/locations/00000000-0000-4000-8000-000000000000', ready: 'main h1' },
]

async function openStatus(page: Page): Promise<void> {
  const inHead = page.getByRole('button', { name: 'Status', exact: true })
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await inHead.or(more).first().click()
  const isInHead = await inHead.isVisible()
  await page
    .getByRole('menuitem', isInHead ? {} : { name: /^Status/ })
    .first()
    .click()
  // On a phone the steps are in a sheet of their own.
  if (!isInHead)
    await page
      .getByRole('dialog', { name: /^Status of / })
      .getByRole('button')
      .first()
      .click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

async function openMaintenanceMessage(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Maintenance message' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
}

async function searchInPalette(page: Page): Promise<void> {
  await openPalette(page)
  await page.getByRole('combobox', { name: 'Find anything' }).fill('tallinn')
  const result = page.getByRole('option').filter({ hasText: /tallinn/i })
  await result.first().waitFor()
}

export async function screensToAudit(isNightly: boolean): Promise<Screen[]> {
  const examples = await findExamples()
  return isNightly ? [...oneOfEachKind(examples), ...otherScreens(examples)] : oneOfEachKind(examples)
}

export async function pathOfLocation(): Promise<string> {
  const path = `/location/v1/locations?q=${namedLocations.first}`
  const [location] = (await callAs<{ items: { id: string }[] }>('superadmin', path)).items
  return `/locations/${location?.id}`
}
