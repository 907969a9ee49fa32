import { expect, test } from '@playwright/test'
import { signIn } from '../sign-in.ts'

test('spec 3: feedback is taken up and answered, and the rider has the answer as a message', async ({ page }) => {
  await signIn(page, 'support', '/feedback?status=new&type=problem')
  const table = page.getByRole('region', { name: 'Feedback', exact: true })
  await table.getByRole('row').nth(1).getByRole('gridcell').first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Take up' }).click()
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
