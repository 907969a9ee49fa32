import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { namedLocations } from '../claims.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

const name = 'Router of the story'
/** The simulated provider answers for this card at once that it is active. It is printed in groups. */
const iccid = '8944 5000 0000 0000 014'
const payload = 'ops 4417 reboot'
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })

async function openDevicesOf(page: Page, code: string): Promise<void> {
  const { items } = await callAs<{ items: { id: string }[] }>('technician', `/location/v1/locations?q=${code}`)
  await signIn(page, 'technician', `/locations/${items[0]?.id}?tab=external-devices`)
  await expect(page.getByRole('heading', { name: 'External devices' })).toBeVisible()
}

test('spec 3, 8: an external device is added, its SIM updated, an SMS command delivered, and the device deleted', async ({
  page,
}) => {
  await openDevicesOf(page, namedLocations.first)

  await test.step('each wrong value is reported at its field, also in a row of links and commands', async () => {
    await page.getByRole('button', { name: 'Add external device' }).click()
    const form = dialog(page, 'New external device')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await form.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Router' }).click()
    await form.getByRole('textbox', { name: 'ID', exact: true }).fill('RUT-STORY-1')
    await form.getByRole('textbox', { name: 'ICCID' }).fill('8944 5000 0000 0000 015')
    await form.getByRole('button', { name: 'Add link' }).click()
    await form.getByRole('group', { name: 'Link 1' }).getByRole('textbox', { name: 'Label' }).fill('Web page')
    await form
      .getByRole('group', { name: 'Link 1' })
      .getByRole('textbox', { name: 'URL' })
      .fill('http://router.example')
    await form.getByRole('button', { name: 'Add SMS command' }).click()
    const command = form.getByRole('group', { name: 'SMS command 1' })
    await expect(command.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await command.getByRole('textbox', { name: 'Payload' }).fill(payload)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    for (const words of ['Invalid ICCID', 'Invalid URL', 'Name is required'])
      await expect(form.getByText(words)).toBeVisible()
    await form.getByRole('textbox', { name: 'ICCID' }).fill(iccid)
    await form
      .getByRole('group', { name: 'Link 1' })
      .getByRole('textbox', { name: 'URL' })
      .fill('https://router.example')
    await command.getByRole('textbox', { name: 'Name' }).fill('Restart')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
  })

  const panel = page.getByRole('complementary', { name, exact: true })
  await test.step('the SIM status is requested and appears without a reload', async () => {
    await expect(messageIn(page, 'External device added')).toBeVisible()
    await expect(panel).toBeVisible()
    const sim = panel.getByRole('region', { name: 'SIM', exact: true })
    await expect(sim.getByText('Unknown')).toBeVisible()
    await sim.getByRole('button', { name: 'Update SIM status' }).click()
    await expect(sim.getByText('Active', { exact: true })).toBeVisible()
    await expect(sim.getByText('simulated')).toBeVisible()
  })

  await test.step('the confirmation shows the SMS, and its reply appears without a reload', async () => {
    const sms = panel.getByRole('region', { name: 'SMS commands' })
    await expect(sms.getByText('No SMS sent yet.')).toBeVisible()
    await sms.getByRole('button', { name: 'Send Restart' }).click()
    const question = dialog(page, `Send Restart to ${name}?`)
    await expect(question.getByText(payload)).toBeVisible()
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(sms.getByText('Delivered')).toBeVisible()
    await expect(sms.getByText('OK restarting')).toBeVisible()
  })

  await test.step('spec 8: the comment is edited in place', async () => {
    const comment = panel.getByRole('region', { name: 'Comment' })
    await comment.getByRole('button', { name: 'Edit comment' }).click()
    await comment.getByRole('textbox', { name: 'Comment' }).fill('Key is with the porter')
    await comment.getByRole('button', { name: 'Save' }).click()
    await expect(messageIn(page, 'Comment updated')).toBeVisible()
    await expect(comment.getByText('Key is with the porter')).toBeVisible()
  })

  await test.step('the deleted device disappears from the list', async () => {
    await panel.getByRole('button', { name: 'Delete' }).click()
    await dialog(page, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog').or(panel)).toHaveCount(0)
    await expect(page.getByText('Router in the cabinet')).toBeVisible()
    await expect(page.getByText(name, { exact: true })).toHaveCount(0)
  })
})
