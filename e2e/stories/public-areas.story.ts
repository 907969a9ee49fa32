import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { launchWithMaps } from '../maps.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

/** A page of someone else, on another origin, with the line that the console gives. */
async function pageWith(snippet: string) {
  const server = createServer((_request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><h1>City news</h1>${snippet}`),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

test('spec 3, 5, 8: a public area is made, embedded in a page of someone else, and deleted', async ({
  launchOptions,
}) => {
  const browser = await launchWithMaps(launchOptions)
  const context = await browser.newContext({ baseURL: productUrl, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signIn(page, 'owner', '/public-areas')

  await test.step('the form asks for what the specification asks for', async () => {
    await page.getByRole('button', { name: 'New public area' }).click()
    const form = page.getByRole('dialog', { name: 'New public area' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Old town by bike')
    await form.getByRole('textbox', { name: 'Description' }).fill('Every rack within the walls.')
    await form.getByRole('combobox', { name: 'Owner organization' }).fill('Tallinn Mob')
    await page.getByRole('option', { name: 'Tallinn Mobility' }).click()
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('Pick at least one location').first()).toBeVisible()
    await form.getByRole('combobox', { name: 'Locations' }).fill('Balti jaam')
    await page.getByRole('option', { name: /104217 / }).click()
    // The list stays open for the next one and covers the button.
    await form.getByRole('combobox', { name: 'Locations' }).press('Tab')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Public area created successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Old town by bike', level: 1 })).toBeVisible()
  })

  const snippet = await test.step('its feeds are checked, and the page gives a line for other pages', async () => {
    await page.getByRole('link', { name: 'Feeds and map' }).click()
    await expect(
      page.getByRole('region', { name: 'GBFS' }).getByText('station_status.json', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: 'GBFS' }).getByText('Valid', { exact: true })).toHaveCount(10)
    const line = page.getByRole('region', { name: 'Map for other websites' }).getByRole('button', { name: /iframe/ })
    return (await line.innerText()).trim()
  })

  await test.step('a page on another origin shows the map, and could not show the console', async () => {
    const other = await pageWith(`${snippet}<iframe src="${productUrl}/locations" title="console"></iframe>`)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(other.url)
    const frame = visitor.frameLocator('iframe[title="Old town by bike"]')
    await expect(frame.getByRole('heading', { name: 'Old town by bike' })).toBeVisible()
    await frame.getByRole('list', { name: 'Locations' }).getByRole('button').first().click()
    await expect(frame.getByText(/of \d+ free/).first()).toBeVisible()
    await expect(visitor.frameLocator('iframe[title="console"]').getByRole('heading')).toHaveCount(0)
    await visitor.close()
    other.close()
  })

  await test.step('deleted, it is gone for everybody', async () => {
    const address = page.url()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'Public areas', level: 1 })).toBeVisible()
    await page.goto(address)
    await expect(page.getByText('Public area not found')).toBeVisible()
    await expect(page.getByText('This public area does not exist, or you do not have access to it.')).toBeVisible()
  })
  await browser.close()
})
