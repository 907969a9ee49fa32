import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('spec 3: what a caller says is written down, taken up and answered with a message', async ({ page }) => {
  const { items } = await callAs<{ items: { user_id: string }[] }>('support', '/user/v1/feedback?limit=1')
  await signIn(page, 'support', `/users/${items[0]?.user_id}?tab=feedback`)
  await page.getByRole('button', { name: 'New feedback' }).click()
  const written = page.getByRole('dialog', { name: /^New feedback from / })
  await written.getByRole('button', { name: 'Create' }).click()
  await expect(written.getByText('Subject is required').first()).toBeVisible()
  const subject = 'The lock of dock 4 opens at the third try'
  await written.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await written.getByRole('textbox', { name: 'Text' }).fill('On the telephone, beside the rack, in the rain.')
  await written.getByRole('radio', { name: '2 of 5' }).press('Space')
  await written
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'lock.png', mimeType: 'image/png', buffer: picture })
  await written.getByRole('button', { name: 'Create' }).click()
  await expect(written).toBeHidden()
  const table = page.getByRole('region', { name: 'Feedback', exact: true })
  await table
    .getByRole('row', { name: new RegExp(subject) })
    .getByRole('gridcell')
    .first()
    .click()
  const panel = page.getByRole('complementary', { name: subject })
  await expect(panel.getByRole('button', { name: /^Photo 1 of / })).toBeVisible()
  await expect(panel.getByRole('img', { name: '2 of 5' })).toBeVisible()
  await panel.getByRole('button', { name: 'Start work' }).click()
  await expect(panel.getByText('In progress').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Answer', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Answer / })
  await form.getByRole('textbox', { name: 'Answer' }).fill('Repaired')
  await form.getByRole('button', { name: 'Send answer' }).click()
  await expect(form.getByText('Answer: at least 10 characters').first()).toBeVisible()
  const answer = 'Thank you for writing: the lock was repaired this morning.'
  await form.getByRole('textbox', { name: 'Answer' }).fill(answer)
  await form.getByRole('button', { name: 'Send answer' }).click()
  await expect(form).toBeHidden()
  await expect(panel.getByRole('region', { name: 'Answer' }).getByText(answer)).toBeVisible()
  const rider = await panel
    .getByRole('link', { name: /\S+ \S+/ })
    .first()
    .getAttribute('href')
  await page.goto(`${rider}?tab=messages`)
  await expect(page.getByText(answer).first()).toBeVisible()
  await page.goto(`${rider}?tab=feedback`)
  await expect(page.getByRole('region', { name: 'Feedback', exact: true }).getByText('Answered').first()).toBeVisible()
})
