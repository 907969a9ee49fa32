import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { claimParkedBike } from '../parked-bikes.ts'
import { signIn } from '../sign-in.ts'

interface Row {
  id: string
}
const newest = async <T extends Row>(path: string): Promise<T> => {
  const { items } = await callAs<{ items: T[] }>('support', path)
  const [first] = items
  if (!first) throw new Error(`${path} has no row`)
  return first
}
const dialog = (page: Page) => page.getByRole('dialog')

test('spec 5 and 8: a session is ended by force with its fee shown first', async ({ page }) => {
  const { dock } = await claimParkedBike(async ({ session }) => {
    const path = `/session/v1/parking-sessions/${session.id}/fee`
    const { fee } = await callAs<{ fee: { total_minor: number } | null }>('support', path)
    return (fee?.total_minor ?? 0) > 0
  })
  await signIn(page, 'support', `/device-sessions/history/${dock.session.id}`)
  await expect(page.getByRole('heading', { name: /Fee so far/ })).toBeVisible()
  await page.getByRole('button', { name: 'Force end' }).click()
  await expect(dialog(page).getByText(/is charged to .+ The session ends now\./)).toBeVisible()

  await dialog(page).getByRole('button', { name: 'End session' }).click()
  await expect(dialog(page).getByText('Comment is required')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Comment' }).fill('The lock does not answer')
  await dialog(page).getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('Session ended').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /How the fee is calculated/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Force end' })).toHaveCount(0)
})

interface Payment extends Row {
  user_id: string | null
  method: string
  state: string
  amount_minor: number
  refunded_minor: number
}
const payments = async (query: string): Promise<Payment[]> =>
  (await callAs<{ items: Payment[] }>('support', `/payment/v1/payments?${query}&limit=100`)).items

/** The digits of a simulated card say what it does. */
async function paymentsWith(state: string, digits: string): Promise<Payment[]> {
  const items = await payments(`state=${state}`)
  return items.filter(({ method, amount_minor }) => method.endsWith(digits) && amount_minor > 100)
}

/** A failed payment is charged to the card that its rider has now: one that answers late or asks for approval is not meant. */
async function failedOfWhoPaysNow(): Promise<Payment | undefined> {
  for (const one of await paymentsWith('failed', '9995')) {
    if (one.user_id === null) continue
    const all = await payments(`user_id=${one.user_id}`)
    if (all.every(({ method }) => !/(3155|0077)$/.test(method))) return one
  }
  return undefined
}
const stateOf = async (id: string): Promise<string> =>
  (await callAs<Payment>('support', `/payment/v1/payments/${id}`)).state

/** Opens a payment beside its list, does one thing with it for a reason, and waits until the provider has answered. */
async function act(page: Page, payment: Payment | undefined, action: RegExp, state: string): Promise<void> {
  if (!payment) throw new Error('The demonstration has too few payments')
  await page.goto(`/payments?open=${payment.id}`)
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: action }).click()
  const question = page.getByRole('dialog', { name: /\?$/ })
  await question.getByRole('textbox', { name: /Reason/ }).fill('The rider called us')
  await question.getByRole('button', { name: action }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => stateOf(payment.id)).toBe(state)
  await expect(page.getByRole('button', { name: action })).toHaveCount(0)
}

test('spec 4: a failed payment is charged again; of two that need approval one is approved, the other let go', async ({
  page,
}) => {
  await signIn(page, 'support', '/payments')
  const failed = await failedOfWhoPaysNow()
  await test.step('retry', () => act(page, failed, /^Retry/, 'paid'))
  const [approved, cancelled] = await paymentsWith('needs_approval', '3155')
  await test.step('approve', () => act(page, approved, /^Approve/, 'approved'))
  await test.step('cancel', () => act(page, cancelled, /^Cancel payment/, 'cancelled'))
})

test('spec 4: a payment is refunded in part, and more than the rest is refused', async ({ page }) => {
  const [paid] = await paymentsWith('paid', '4242')
  if (!paid) throw new Error('No paid payment of a card that takes refunds')
  const refundButton = page.getByRole('complementary').getByRole('button', { name: 'Refund', exact: true })
  await signIn(page, 'support', `/payments?open=${paid.id}`)
  await refundButton.click()
  const form = page.getByRole('dialog', { name: 'Refund payment' })
  await form.getByRole('textbox', { name: 'Amount' }).fill('0.05')
  await form.getByRole('textbox', { name: 'Reason' }).fill('Five cents too much')
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByText('Refund requested').first()).toBeVisible()

  const refunded = async () =>
    (await callAs<Payment>('support', `/payment/v1/payments/${paid.id}`)).refunded_minor - paid.refunded_minor
  await expect.poll(refunded).toBe(5)
  await page.reload()
  await refundButton.click()
  await form.getByRole('textbox', { name: 'Amount' }).fill('90000.00')
  await form.getByRole('textbox', { name: 'Reason' }).fill('All of it and more')
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('This is more than what can still be refunded').first()).toBeVisible()
})

test('spec 3: a price list gets a new version, and the calculator counts by it', async ({ page }) => {
  interface List extends Row {
    target_type: string
    target_id: string
  }
  const list = await newest<List>('/rental/v1/price-lists?q=Baltimore&limit=1')
  await signIn(page, 'superadmin', `/price-lists/${list.target_type}/${list.target_id}/${list.id}`)
  const total = page.getByRole('complementary', { name: 'Calculator' }).getByRole('row', { name: /^Fee/ })
  await expect(total).toBeVisible()
  await page.getByRole('button', { name: 'New version' }).click()
  await dialog(page).getByRole('textbox', { name: 'Starting fee' }).fill('7.00')
  await dialog(page).getByRole('textbox', { name: 'Valid from: day' }).fill('2031-01-01')
  await dialog(page)
    .getByRole('button', { name: /^Create version/ })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: /to start/ }).click()
  await expect(
    page.getByRole('complementary', { name: 'Calculator' }).getByRole('row', { name: /Starting fee/ }),
  ).toContainText('$7.00')
})
