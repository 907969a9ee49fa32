import { formPage, sendPage } from '../http/form-page.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { mailForgottenPassword } from '../mails/account-mails.ts'
import { forgottenPasswordPage, noticePage } from '../pages/password-pages.ts'
import { paths } from '../platform/paths.ts'
import { knownBrowser } from '../sign-in/known-browser.ts'
import { emailAtMost } from '../sign-in/sign-in-attempt.ts'
import { attemptOf, secondsToWait } from '../accounts/sign-in-limit.ts'
import { durationLabel } from '../platform/duration-label.ts'
import { lifetimeOf } from '../accounts/account-links.ts'

/** A typed email never begins with a space, so this counter cannot collide with an account's. */
const requestCounter = ' forgotten'
/** Per minute and address, for any account, because an office shares one address. */
const requestsAtMost = 20

/** The account is looked up after the response, so that neither its content nor its timing reveals who exists. */
export const forgottenPassword = (identity: IdentityContext): Middleware =>
  formPage(identity, {
    path: paths.forgotten,
    show: (ctx) => show(identity, ctx, 200, null),
    async take(ctx, form) {
      const { pool, clock, background } = identity
      const attempt = attemptOf(requestCounter, ctx.ip)
      const wait_s = await secondsToWait(pool, attempt, clock.now(), requestsAtMost)
      if (wait_s > 0) {
        ctx.set('Retry-After', String(wait_s))
        return show(identity, ctx, 429, `Too many requests for mails. Try again in ${durationLabel(wait_s)}.`)
      }
      const email = (form.get('email') ?? '').replaceAll('\0', '').trim()
      if (email && email.length <= emailAtMost)
        background.later('the mail about a forgotten password', () =>
          mailForgottenPassword(identity, email, knownBrowser(ctx, email)),
        )
      sendPage(ctx, 200, sentPage(identity))
    },
  })

const show = ({ issuer }: IdentityContext, ctx: Context, status: number, problem: string | null): void =>
  sendPage(ctx, status, forgottenPasswordPage({ problem, host: new URL(issuer).host }))

const sentPage = (identity: IdentityContext): string =>
  noticePage({
    title: 'Check your email',
    text: `If there is an account with that email, a link to choose a new password is on its way. It is valid for ${durationLabel(lifetimeOf(identity, 'reset'))}.`,
    host: new URL(identity.issuer).host,
    onward: { url: `${identity.consoleOrigin}/`, label: 'Back to the console' },
  })
