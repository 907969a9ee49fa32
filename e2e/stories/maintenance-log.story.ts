import { expect, test } from '@playwright/test'
import { findFaultsInBothThemes } from '../accessibility.ts'
import { picture } from '../picture.ts'
import { signIn } from '../sign-in.ts'

test('spec 3 and 5: on a phone an entry is created at a location, refused without versions, and resolved with a photo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'technician', '/maintenance-log?open=new')
  const form = page.getByRole('dialog', { name: 'New log entry' })
  await form.getByRole('textbox', { name: 'Location' }).fill('104502')
  await form.getByRole('button', { name: /^104502/ }).click()

  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Firmware' }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Description is required')).toBeVisible()
  await expect(form.getByText('Old firmware version is required')).toBeVisible()
  await expect(form.getByText('New firmware version is required')).toBeVisible()
  await form.getByRole('textbox', { name: 'Description' }).fill('New firmware for the story of the phone')
  await form.getByRole('textbox', { name: 'Old firmware version' }).fill('2.14.2')
  await form.getByRole('textbox', { name: 'New firmware version' }).fill('2.14.3')
  await form.getByRole('button', { name: 'Create' }).click()

  const panel = page.getByRole('dialog', { name: /^M-\d+ Järve keskus/ })
  await expect(panel.getByText('2.14.2 → 2.14.3')).toBeVisible()
  await panel.locator('input[type=file]').setInputFiles({ name: 'dock.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(panel.getByRole('button', { name: /^Photo 1 of M-/ })).toBeVisible()

  // What may be done stays within reach below the open form.
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await page.keyboard.type('The spare lock is in the car')
  await panel.getByRole('button', { name: 'Start work' }).click({ trial: true })
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'The spare lock is in the car' }).first()).toBeVisible()

  await panel.getByRole('button', { name: 'Start work' }).click()
  await panel.getByRole('button', { name: 'Resolve' }).click()
  const question = page.getByRole('dialog', { name: /^Resolve M-/ })
  await question.getByRole('button', { name: 'Resolve' }).click()
  await expect(question.getByText('Resolution reason is required')).toBeVisible()
  await question.getByRole('textbox', { name: 'Resolution reason' }).fill('Updated on site')
  await question.getByRole('button', { name: 'Resolve' }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByText('Updated on site').first()).toBeVisible()
})

/** The recognition of the browser needs a microphone and a service on the internet; what the console does with it does not. */
const sayOnce = (said: string): void => {
  class Recognition {
    onresult: ((event: object) => void) | null = null
    onend: (() => void) | null = null
    start(): void {
      queueMicrotask(() => {
        this.onresult?.({ results: [[{ transcript: said }]] })
        this.onend?.()
      })
    }
    stop(): void {}
    abort(): void {}
  }
  Object.assign(window, { SpeechRecognition: Recognition })
}

test('on a phone an entry is a photo, a spoken sentence and a tap, and the next one is offered the same words', async ({
  page,
}) => {
  const said = 'Cover of the reader is cracked'
  await page.addInitScript(sayOnce, said)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'technician', '/maintenance-log?open=new')
  const form = page.getByRole('dialog', { name: 'New log entry' })
  await form.getByRole('textbox', { name: 'Location' }).fill('104349')
  await form.getByRole('button', { name: /^104349/ }).click()
  await form.locator('input[type=file]').setInputFiles({ name: 'reader.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(form.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await form.getByRole('button', { name: 'Speak' }).click()
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(said)
  expect(await findFaultsInBothThemes(page, 'new log entry on a phone', '[role=dialog]')).toEqual([])
  await form.getByRole('button', { name: 'Create' }).click()

  const panel = page.getByRole('dialog', { name: /^M-\d+ Kristiine keskus/ })
  await expect(panel.getByRole('button', { name: /^Photo 1 of M-/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await panel.getByRole('button', { name: 'Speak' }).click()
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await expect(panel.getByRole('listitem').getByRole('paragraph').filter({ hasText: said })).toBeVisible()
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await panel.getByRole('group', { name: 'Last comments' }).getByRole('button', { name: said }).click()
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toHaveValue(said)
})

test('screens: a card of the board is carried to another column by the keyboard', async ({ page }) => {
  await signIn(page, 'technician', '/maintenance-log?view=board&q=Volta')
  const assigned = page.getByRole('region', { name: 'Assigned', exact: true })
  const card = assigned.getByRole('button', { name: /^M-\d+ Volta kvartal/ })
  await card.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'picked up' })).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const started = page.getByRole('region', { name: 'In progress', exact: true })
  await expect(started.getByRole('button', { name: /^M-\d+ Volta kvartal/ })).toBeVisible()
  await expect(card).toBeHidden()
})
