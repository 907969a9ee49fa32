import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { claim, claimSpareDocks } from '../claims.ts'
import { benchOf, fetchSettings, grouped } from '../hardware.ts'
import { signIn } from '../sign-in.ts'

test('spec 5: a mesh from pasted ids names the two bad lines, and is created once they are gone', async ({ page }) => {
  const bench = await benchOf('Test bench 2')
  const controller = bench.find(({ type }) => type === 'controller')
  const [dock = ''] = await claimSpareDocks(1)
  await signIn(page, 'technician', '/hardware/create-mesh')
  const ids = page.getByRole('textbox', { name: 'Hardware IDs' })
  const lines = page.getByRole('list', { name: 'Hardware of the mesh' })
  const good = [grouped(controller?.id ?? ''), dock]
  await ids.fill([good[0], 'A4C1 label torn', good[1], good[1]].join('\n'))
  await page.getByRole('button', { name: 'Create mesh' }).click()
  await expect(page.getByText('Line 2: Invalid Hardware ID')).toBeVisible()
  await expect(lines.getByRole('listitem').nth(3)).toContainText('Already scanned')
  await expect(lines.getByRole('listitem').nth(0)).toContainText('Controller')
  expect(await findFaultsInBothThemes(page, 'create mesh')).toEqual([])
  await ids.fill(good.join('\n'))
  await expect(lines.getByRole('listitem').nth(1)).toContainText('Dock')
  await page.getByRole('button', { name: 'Create mesh' }).click()
  await page.getByRole('link', { name: 'Show the mesh' }).click()
  await expect(page.getByText(grouped(dock)).filter({ visible: true }).first()).toBeVisible()
})

test('device protocol: hardware gets a secret, and issues a one-time password of 8 digits that is shown once', async ({
  page,
}) => {
  const [dock = ''] = await claimSpareDocks(1)
  await signIn(page, 'technician', `/hardware/${dock}`)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('button', { name: 'Generate OTP' }).click()
  await expect(page.getByRole('status', { name: 'One-time password' })).toHaveText(/^\d{4} \d{4}$/)
  await expect(page.getByText(/Valid until .* It is shown only now\./)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Issued passwords' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'One-time password' })).toHaveCount(0)
})

test('spec 5: a configuration for several pieces is blocked when their config hash differs', async ({ page }) => {
  const bench = await benchOf('Test bench 1')
  const guard = bench.find(({ type }) => type === 'guard')
  const docks = bench.filter(({ type, mesh_id }) => type === 'dock' && mesh_id === guard?.mesh_id)
  await signIn(page, 'technician', `/hardware/find-by-mesh?mesh=${guard?.mesh_id}`)
  await page.getByRole('button', { name: 'Configure several' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configure several' })
  await dialog.getByRole('checkbox', { name: 'Guard' }).check()
  await dialog.getByRole('checkbox', { name: 'Dock' }).first().check()
  await expect(dialog.getByText('The config hash differs across the selected hardware')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Fetch settings' })).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Guard' }).uncheck()
  await expect(dialog.getByRole('button', { name: 'Fetch settings' })).toBeVisible()
  expect(docks.length).toBeGreaterThan(0)
})

test('a configuration is compared with a template, with other hardware and with itself at an earlier time', async ({
  page,
}) => {
  const [one = '', other = ''] = await claimSpareDocks(2)
  await fetchSettings([one, other])
  const before = (await callAs<{ id: string }[]>('technician', `/hardware/v1/hardware/${one}/config-readings`))[0]
  await callAs('technician', '/hardware/v1/config-changes', {
    hardware_ids: [one],
    values: [{ key: 'tamper_sensitivity', value: 9 }],
    comment: 'Wind moves the rack',
  })
  await expect
    .poll(async () => (await callAs<object[]>('technician', `/hardware/v1/hardware/${one}/config-readings`)).length)
    .toBe(2)
  await signIn(page, 'technician', `/hardware/${one}?view=config`)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  const result = page.getByRole('region', { name: 'Differences' })
  const row = result.getByRole('row', { name: /Tamper sensitivity/ })

  await test.step('with other hardware, found by its id', async () => {
    await page.getByRole('combobox', { name: 'Compare with' }).fill(other)
    await page.getByRole('option', { name: grouped(other) }).click()
    await expect(row).toContainText('9')
    await expect(row).toContainText('5')
    expect(await findFaultsInBothThemes(page, 'compare configurations')).toEqual([])
  })

  await test.step('with a template, by the parameters that it names', async () => {
    await page.getByText('Template', { exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: /Quiet docks near homes/ }).click()
    await expect(result.getByText(/of 2 parameters differ/)).toBeVisible()
  })

  await test.step('with what it had before the change', async () => {
    await page.goto(`/hardware/compare?left=${one}&with=earlier&right_at=${before?.id}`)
    await expect(result.getByText('1 of')).toBeVisible()
    await expect(row).toContainText('9')
  })
})

test('hardware that connects for the first time is accepted with its mesh, or refused', async ({ page }) => {
  expect(claim('intake')).toBe(true)
  await signIn(page, 'technician', '/hardware/intake')
  const open = async (type: string): Promise<void> => {
    await page.goto('/hardware/intake?state=waiting')
    await page.getByRole('row').filter({ hasText: type }).getByText('Waiting').click()
  }
  // They appear by themselves.
  await expect(page.getByRole('row').filter({ hasText: 'Waiting' })).toHaveCount(2)

  await test.step('the camera is refused, with a reason', async () => {
    await open('Guard')
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refuse 1 piece of hardware' })
    await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
    await expect(dialog.getByText('Add a comment of at least 3 characters')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Nobody ordered it')
    await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
    await expect(page.getByText('Nobody ordered it')).toBeVisible()
  })

  await test.step('the mesh is accepted: it signs in with its own secret, and its docks are in stock and in contact', async () => {
    await open('Controller')
    expect(await findFaultsInBothThemes(page, 'new hardware')).toEqual([])
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Accept 4 pieces of hardware' })
      .getByRole('button', { name: 'Accept', exact: true })
      .click()
    const link = page.getByRole('link', { name: /^[0-9A-F]{4} / }).first()
    const id = (await link.innerText()).replaceAll(' ', '')
    await link.click()
    await expect(page.getByRole('heading', { name: 'Controller', level: 1 })).toBeVisible()
    const details = () => callAs<{ heartbeat_health: string }>('technician', `/hardware/v1/hardware/${id}/details`)
    await expect.poll(async () => (await details()).heartbeat_health).toBe('healthy')
  })
})
