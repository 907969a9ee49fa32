import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { messageIn } from '../messages.ts'
import { signIn } from '../sign-in.ts'

interface Row {
  id: string
  code: string
  name: string
}

const find = async (path: string, is: (row: Row) => boolean): Promise<Row> => {
  const { items } = await callAs<{ items: Row[] }>('superadmin', path)
  const row = items.find(is)
  if (!row) throw new Error(`${path} has no such row`)
  return row
}
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

test('spec 6: locations join a group, a role in it is given, and the inspector explains what it changed', async ({
  page,
}) => {
  const person = await find('/user/v1/console-users?limit=100', ({ name }) => name === 'Dana Whitfield')
  const location = await find('/location/v1/locations?limit=500', ({ code }) => code === '104349')
  const group = await callAs<Row>('superadmin', '/permission/v1/resource-groups', {
    name: 'Explained by a story',
    description: 'Locations of a story',
    type: 'private',
  })
  const question = `/permissions/inspector?person=${person.id}&type=location&resource=${location.id}`

  await test.step('without a role in a group of the location nothing is allowed', async () => {
    await signIn(page, 'superadmin', question)
    await expect(answer(page)).toContainText('Dana Whitfield has no permissions on this location.')
    await expect(page.getByText('104349 is not in this group').first()).toBeVisible()
  })

  await test.step('all locations that match join the group in the background', async () => {
    await page.goto('/locations?q=1043')
    const grid = page.getByRole('grid', { name: 'Locations' })
    await grid.getByRole('row').nth(1).getByRole('checkbox').check()
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await bar.getByRole('button', { name: /select all/i }).click()
    await bar.getByRole('button', { name: 'Groups' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Add to' }).fill(group.name)
    await page.getByRole('option', { name: group.name }).click()
    await expect(dialog.getByRole('status')).toContainText(`added to ${group.name}`)
    await dialog.getByRole('button', { name: 'Change groups' }).click()
    await expect(page.getByText(/\d+ done/)).toBeVisible()
  })

  await test.step('a role is given in that group, with the warning of its category', async () => {
    await page.goto(`/resource-groups/${group.id}?view=people`)
    await page.getByRole('combobox', { name: 'Give a role to' }).fill('Dana')
    await page.getByRole('option', { name: /Dana Whitfield/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Roles of Dana Whitfield' })
    await expect(dialog.getByText('Only for trained operators.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await expect(messageIn(page, 'No changes made')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: 'Service' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Viewer' }).check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await expect(messageIn(page, 'User roles saved')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Dana Whitfield' })).toContainText('Viewer')
  })

  await test.step('the inspector names role, group and what is still missing', async () => {
    await page.goto(question)
    await expect(answer(page)).toContainText(`Viewer in ${group.name}`)
    const row = page.getByRole('row').filter({ hasText: 'SETSTATUS' }).first()
    await expect(row.getByLabel('Missing')).toBeVisible()
    await row.getByRole('button').click()
    await expect(page.getByRole('complementary')).toContainText('Who could grant this to Dana Whitfield')
    await expect(page.getByRole('complementary')).toContainText('Joonas Virta')
  })

  await test.step('the location says in which groups it is, and leaves this one', async () => {
    await page.goto(`/locations/${location.id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Resource groups' }).click()
    const dialog = page.getByRole('dialog', { name: /^Resource groups of 104349/ })
    await expect(dialog.getByRole('list', { name: 'Resource groups' })).toContainText(group.name)
    await dialog.getByRole('combobox', { name: 'Remove from' }).fill(group.name)
    await page.getByRole('option', { name: group.name }).click()
    await dialog.getByRole('button', { name: 'Change groups' }).click()
    await expect(messageIn(page, 'Permissions changed')).toBeVisible()
  })
})

test('a missing permission names the people who can give it, to those who may see them', async ({ page }) => {
  await signIn(page, 'support', '/locations?open=new')
  const refusal = page.getByRole('status').filter({ hasText: 'No permission' })
  await expect(refusal.getByText(/^For access, ask /)).toBeVisible()
  await refusal.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/users\/console\?open=[0-9a-f-]{36}/)

  await signIn(page, 'viewer', '/locations?open=new')
  await expect(refusal).toContainText('For access, ask an administrator of your organization.')
})
