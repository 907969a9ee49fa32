import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { callAs, waitForResult } from '../api.ts'
import { claim, namedLocations } from '../claims.ts'
import { picture } from '../picture.ts'
import { signIn } from '../sign-in.ts'

interface Outage {
  id: string
  location_code: string
  location_id: string
  location_label: string
  scope: string
}

test('screens, Field work: an outage becomes an entry, and the entry is resolved with a photo, on a phone', async ({
  page,
}) => {
  const outage = await waitForResult(async () => {
    const path = '/location/v1/outages?status=open&status=confirmed&limit=100'
    const { items } = await callAs<{ items: Outage[] }>('technician', path)
    return items.find(
      ({ id, scope, location_code }) => scope === 'location' && location_code !== namedLocations.onBoard && claim(id),
    )
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'technician', `/locations/${outage.location_id}?view=technical`)
  await page.getByRole('link', { name: 'New log entry' }).first().click()
  const form = page.getByRole('dialog', { name: 'New log entry' })
  await expect(form.getByText(outage.location_label)).toBeVisible()
  await form.getByRole('textbox', { name: 'Description' }).fill('Restore the supply of the whole site')
  await form.getByRole('button', { name: 'Create' }).click()
  const panel = page.getByRole('dialog', { name: /^M-\d+ / })
  await panel.locator('input[type=file]').setInputFiles({ name: 'site.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(panel.getByRole('button', { name: /^Photo 1 of M-/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Start work' }).click()
  await panel.getByRole('button', { name: 'Resolve' }).click()
  const question = page.getByRole('dialog', { name: /^Resolve M-/ })
  // One tap with gloves on: what was written for such work lately.
  await question.getByRole('group', { name: 'Last comments' }).getByRole('button').first().click()
  await question.getByRole('button', { name: 'Resolve' }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByText('Resolved').first()).toBeVisible()
})

test('issue 15: a template is made and fills in a new entry; a rule is off until a person switches it on', async ({
  page,
}) => {
  await signIn(page, 'technician', '/maintenance-log/planned-work')
  await page.getByRole('button', { name: 'New template' }).click()
  const form = page.getByRole('dialog', { name: 'New template' })
  await form.getByRole('combobox', { name: 'Organization' }).fill('Tallinn Mob')
  await page.getByRole('option', { name: 'Tallinn Mobility' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Story of a loose bolt')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Description is required')).toBeVisible()
  await form.getByRole('textbox', { name: 'Description' }).fill('Tighten the bolt and mark it with paint.')
  await form.getByRole('button', { name: 'Create' }).click()
  const panel = page.getByRole('complementary', { name: 'Story of a loose bolt' })
  await expect(panel.getByText('Tighten the bolt and mark it with paint.').first()).toBeVisible()
  expect(await findFaultsInBothThemes(page, 'Planned work')).toEqual([])

  await page.goto('/maintenance-log?open=new')
  const entry = page.getByRole('dialog', { name: 'New log entry' })
  await entry.getByRole('textbox', { name: 'Location' }).fill('104502')
  await entry.getByRole('button', { name: /^104502/ }).click()
  await entry.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Story of a loose bolt' }).click()
  await expect(entry.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Tighten the bolt and mark it with paint.',
  )
  await entry.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('complementary', { name: /^M-\d+ / })).toBeVisible()

  await page.goto('/maintenance-log/planned-work?view=rule')
  await page
    .getByRole('row', { name: /Tampering: secure the dock/ })
    .getByRole('gridcell')
    .first()
    .click()
  const rule = page.getByRole('complementary', { name: 'Tampering: secure the dock' })
  await rule.getByRole('button', { name: 'Switch on' }).click()
  await expect(rule.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await expect(rule.getByText('Planned work Tampering: secure the dock switched on')).toBeVisible()
})
