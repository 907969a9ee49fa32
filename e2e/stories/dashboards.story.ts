import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

interface Dashboard {
  id: string
  name: string
}

test('a dashboard is created and put on a wall, which survives a lost network', async ({ page, context }) => {
  await signIn(page, 'owner', '/analytics/dashboards')
  await page.getByRole('button', { name: 'New dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New dashboard' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour wall')
  await dialog.getByRole('combobox', { name: 'Owner organization' }).fill('Tallinn')
  await page.getByRole('option', { name: 'Tallinn Mobility' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Pick at least one location or organization').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Locations' }).fill('Balti jaam')
  // The list before the search has answered shows other locations.
  await page
    .getByRole('option', { name: /Balti jaam/ })
    .first()
    .click()
  // The dialog stays until the code of the next page has loaded.
  await dialog.getByRole('button', { name: 'Create' }).dblclick()

  await expect(page.getByRole('heading', { name: 'Harbour wall', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Harbour wall · Wheelhouse')
  const made = await callAs<{ items: Dashboard[] }>('owner', '/dashboard/v1/dashboards?q=Harbour')
  expect(made.items.map(({ name }) => name)).toEqual(['Harbour wall'])
  await expect(page.getByRole('region', { name: 'Sessions a day' })).toBeVisible()
  await test.step('by keyboard and screen reader: a chart says its figures, and is a table at the press of a key', async () => {
    await expect(page.getByRole('img', { name: /^Sessions a day\. .*\d/ })).toBeVisible()
    const values = page.getByRole('slider', { name: 'Values of Sessions a day' })
    await values.focus()
    await expect(values).toHaveAttribute('aria-valuetext', /^\w{3}, .*: This period [\d,–]+, .*Today so far$/)
    await page.keyboard.press('ArrowLeft')
    await expect(values).toHaveAttribute('aria-valuetext', /^\w{3}, .*: This period [\d,–]+, 5 weeks earlier [\d,–]+$/)
    expect(await findFaultsInBothThemes(page, 'dashboard')).toEqual([])
    await page.getByRole('button', { name: 'Show Sessions a day as a table' }).press('Enter')
    await expect(page.getByRole('columnheader', { name: '5 weeks earlier' })).toBeVisible()
    const rows = page.getByRole('region', { name: 'Sessions a day' }).getByRole('region')
    await rows.focus()
    await expect(rows).toBeFocused()
    await page.getByRole('button', { name: 'Show Sessions a day as a table' }).press('Space')
    await expect(page.getByRole('img', { name: /^Sessions a day\./ })).toBeVisible()
  })

  await test.step('a chart leads to the sessions that it counts, and back', async () => {
    await page.getByRole('link', { name: 'Sessions a day', exact: true }).click()
    await expect(page).toHaveURL(/\/device-sessions\/history\?.*days=/)
    await expect(page).toHaveURL(/dashboard_id=/)
    await expect(page.getByRole('group', { name: 'Dashboard' })).toContainText('Harbour wall')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Harbour wall', level: 1 })).toBeVisible()
  })

  await test.step('the zone whose today ends the period is part of the address', async () => {
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Kiritimati')
    await page.getByRole('option', { name: /Kiritimati/ }).click()
    await expect(page).toHaveURL(/zone=Pacific(\/|%2F)Kiritimati/)
    await expect(page.getByRole('region', { name: 'Sessions a day' })).toBeVisible()
    // Kiritimati is a day ahead of UTC most of the time.
    const values = page.getByRole('slider', { name: 'Values of Sessions a day' })
    await expect(values).toHaveAttribute('aria-valuetext', /Today so far$/)
  })

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'End full screen' })).toBeVisible()
  await test.step('nothing on the wall is beyond its edges', async () => {
    const last = page.getByRole('region', { name: 'Average duration' })
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: 'Sessions a day' })).toBeInViewport({ ratio: 1 })
  })
  await page.clock.install()
  await context.setOffline(true)
  await page.clock.runFor('05:00')
  await expect(page.getByText(/No connection\. Figures are .* old/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sessions a day' })).toBeVisible()
  await context.setOffline(false)
})

test('a public link opens without sign-in, and no more once it is switched off', async ({ page, browser }) => {
  const { items } = await callAs<{ items: Dashboard[] }>('owner', '/dashboard/v1/dashboards?q=bicycle')
  const [board] = items
  if (!board) throw new Error('The demonstration has no dashboard of the city')
  await signIn(page, 'owner', `/analytics/dashboards/${board.id}`)
  await page.getByRole('button', { name: 'Public link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public link' })
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const address = await dialog.getByText(/\/analytics\/dashboards\/public\//).innerText()

  const stranger = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await stranger.goto(new URL(address.trim()).pathname)
  await expect(stranger.getByRole('heading', { name: board.name, level: 1 })).toBeVisible()
  await expect(stranger.getByRole('region', { name: 'Sessions a day' })).toBeVisible()
  await expect(stranger.getByText('Numbers below five are not shown.')).toBeVisible()
  await expect(stranger.getByRole('slider', { name: 'Values of Sessions a day' })).toBeVisible()
  expect(await findFaultsInBothThemes(stranger, 'public dashboard')).toEqual([])

  await expect(dialog.getByRole('region', { name: 'Code for a website' })).toBeHidden()
  await dialog.getByLabel('Websites allowed to embed this dashboard').fill('https://www.example.org')
  await dialog.getByLabel('Websites allowed to embed this dashboard').press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('region', { name: 'Code for a website' })).toContainText(
    `<iframe src="${address.trim()}" title="${board.name}"`,
  )

  await dialog.getByRole('button', { name: 'Switch off' }).click()
  // The question takes the place of the button, which has the same name.
  await expect(page.getByText('Switch the public link off?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).last().click()
  await expect(dialog.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText('This dashboard is not available')).toBeVisible()
  await stranger.close()
})

test('a dashboard that one may not see is said to be none, with nothing to try again', async ({ page }) => {
  await signIn(page, 'viewer', '/analytics/dashboards/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This dashboard does not exist, or you do not have access to it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
