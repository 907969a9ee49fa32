import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { claim } from '../claims.ts'
import { signIn } from '../sign-in.ts'

interface Outages {
  items: {
    id: string
    location_id: string
    location_label: string
    device_type: string | null
    folded_into: string | null
  }[]
}

interface Sessions {
  items: { location_id: string; status: string; started_at: string }[]
}

/** An outage that nobody sees to yet, and not of a dock: a story ends one of those by new hardware. */
async function unhandledOutage(): Promise<Outages['items'][number]> {
  const { items } = await callAs<Outages>('technician', '/location/v1/outages?status=confirmed&handling=new&limit=50')
  const outage = items.find(
    ({ id, device_type, folded_into }) => device_type !== 'dock' && folded_into === null && claim(id),
  )
  if (!outage) throw new Error('The demonstration has no confirmed outage')
  return outage
}

async function send(page: Page, button: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await fill()
  const form = page.getByRole('dialog', { name: new RegExp(`^${button} `) })
  await form.getByRole('button', { name: button, exact: true }).click()
  await expect(form).toBeHidden()
}

test('an outage is acknowledged with a note, assigned and muted; its location and its history say so', async ({
  page,
}) => {
  const outage = await unhandledOutage()
  await signIn(page, 'technician', `/outages?open=${outage.location_id}.${outage.id}`)
  const panel = page.getByRole('complementary')
  await expect(panel.getByText(outage.location_label).first()).toBeVisible()
  const note = (text: string) => page.getByRole('textbox', { name: 'Note' }).fill(text)
  await send(page, 'Acknowledge', () => note('The power of the street is off'))
  await expect(panel.getByText('The power of the street is off')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Acknowledge' })).toBeHidden()

  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Mute / })
  await form.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(form.getByText('Note: at least 3 characters').first()).toBeVisible()
  await note('Power returns on Monday')
  await form.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Unmute' })).toBeVisible()

  await page.goto('/outages?handling=muted')
  await expect(page.getByRole('grid').getByText('Power returns on Monday')).toBeVisible()
  await page.goto(`/locations/${outage.location_id}?tab=events&feature=outages`)
  await expect(page.getByText(/^Outage of .* muted$/).first()).toBeVisible()
  await expect(page.getByText(/^Outage of .* acknowledged$/).first()).toBeVisible()
})

test('the steps of one act are one line in the events of a location, and open below it', async ({ page }) => {
  // Riders of the demonstration come and go, at night too in one of its cities: soon one parks somewhere.
  const since = Date.now()
  const parked = await waitForResult(async () => {
    const { items } = await callAs<Sessions>('support', '/session/v1/parking-sessions/active?limit=1&order=desc')
    return items.find(({ status, started_at }) => status === 'active' && Date.parse(started_at) > since)
  })
  await signIn(page, 'support', `/locations/${parked.location_id}?tab=events`)
  const steps = page.getByRole('button', { name: /^\d+ steps$/ }).first()
  await expect(steps).toBeVisible()
  await expect(steps).toHaveAttribute('aria-expanded', 'false')
  await steps.press('Enter')
  await expect(page.getByRole('button', { name: /^\d+ steps$/, expanded: true }).first()).toBeVisible()
  await expect(page.locator('li[data-step]').nth(1)).toBeVisible()
})

test('outages ask for other days in place, and for the organizations when their filter opens', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/organization-names')) asked.push(request.url())
  })
  await signIn(page, 'superadmin', '/outages?view=all')
  const filters = page.getByRole('search')

  await filters.getByRole('button', { name: 'Offline during' }).click()
  await page.getByRole('button', { name: 'Custom dates…' }).click()
  const days = page.getByRole('dialog', { name: 'Offline during' })
  await days.getByRole('button', { name: 'Last month' }).click()
  await days.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/period=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d/)
  await page.getByRole('button', { name: 'Remove filter Offline during' }).click()
  expect(asked).toEqual([])

  await filters.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Organization' }).click()
  const organization = page.getByRole('checkbox', { name: 'Tallinn Mobility' })
  await page.getByRole('textbox', { name: 'Search' }).fill('tallinn mob')
  await organization.check()
  await expect(page).toHaveURL(/organization_id=/)
  await page.getByRole('textbox', { name: 'Search' }).fill('no such name')
  await expect(organization).toBeChecked()
  expect(asked).toHaveLength(1)
})
