import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

interface Hook {
  server: Server
  url: string
  /** The ids of the deliveries, in their order. */
  ids: (string | undefined)[]
  /** What is answered from now on. */
  status: number
}

async function openHook(): Promise<Hook> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      hook.ids.push(request.headers['webhook-id'] as string | undefined)
      response.writeHead(hook.status).end()
    })
  })
  const hook: Hook = { server, url: '', ids: [], status: 500 }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return hook
}

const organizationOf = async (): Promise<{ id: string }> => {
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(
    'superadmin',
    '/organization/v1/organizations?limit=500',
  )
  const found = items.find(({ name }) => name === 'Tallinn Mobility')
  if (!found) throw new Error('The demonstration has no such organization')
  return found
}

test('issue 12: a webhook fails, is tried again after a pause, arrives, and is sent again by hand', async ({
  page,
}) => {
  const hook = await openHook()
  const { id } = await organizationOf()
  await signIn(page, 'superadmin', `/organizations/${id}?view=notifier`)
  await page.getByRole('button', { name: 'New subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'New notifier subscription' })
  await dialog.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('URL').fill(hook.url)
  await dialog.getByLabel('Description').fill('Webhook of a story')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('row').filter({ hasText: hook.url }).click()
  const panel = page.getByRole('complementary').filter({ hasText: 'Deliveries' })
  await panel.getByRole('button', { name: 'Send test' }).click()
  await expect(panel).toContainText(/\(500\), attempt \d, next/)
  hook.status = 204
  // The first pause takes 5 s, and the second one, which a slow page may have come to, 30 s.
  await expect(panel).toContainText('Delivered')
  expect(new Set(hook.ids).size).toBe(1)
  await panel.getByRole('button', { name: 'Send again' }).click()
  await expect(panel).toContainText('Sent again')
  await expect.poll(() => new Set(hook.ids).size).toBe(2)
  await new Promise((done) => hook.server.close(done))
})

test('issue 12: a service account is made, used from a script, and refused as soon as its secret is revoked', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/users/console')
  await page.getByRole('button', { name: 'New service account' }).click()
  const dialog = page.getByRole('dialog', { name: 'New service account' })
  await dialog.getByLabel('Name').fill('Script of a story')
  await dialog.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Tallinn Mobility' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const panel = page.getByRole('complementary', { name: 'Script of a story', exact: true })
  await panel.getByRole('button', { name: 'New secret' }).click()
  const secret = page.getByRole('dialog', { name: 'New secret for Script of a story' })
  await secret.getByRole('button', { name: 'Create secret' }).click()
  const command = await secret.getByText(/^curl -u /).textContent()
  const [, client = '', scope = '', url = ''] =
    /^curl -u (\S+) -d grant_type=client_credentials -d scope=(\S+) (\S+)$/.exec(command ?? '') ?? []
  await page.keyboard.press('Escape')
  await expect(secret).toHaveCount(0)

  // The script: a token by the command that the dialog shows, then a call with it.
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const callIt = () => fetch(`${productUrl}/user/v1/profile`, { headers: { authorization: `Bearer ${access_token}` } })
  const used = await callIt()
  expect(used.status).toBe(200)
  expect(await used.json()).toMatchObject({ name: 'Script of a story' })

  await panel.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('dialog', { name: /^Revoke the secret/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(panel).toContainText('No secret yet')
  expect((await callIt()).status).toBe(401)
})
