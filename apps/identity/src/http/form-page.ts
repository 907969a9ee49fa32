import { readForm } from './form-body.ts'
import { isSameOrigin } from './guards.ts'
import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { problemPage } from '../pages/problem-page.ts'

interface FormPage {
  path: string
  show(ctx: Context): Promise<void> | void
  /** Handles the form after the check that it was sent from this page. */
  take(ctx: Context, form: URLSearchParams): Promise<void>
}

/** A page with a form that is submitted to the same address. */
export const formPage =
  (identity: IdentityContext, { path, show, take }: FormPage): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== path) return next()
    ctx.set('Cache-Control', 'no-store')
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return show(ctx)
    const form = await ownForm(identity, ctx)
    if (form) await take(ctx, form)
  }

/** Returns undefined when a problem page was sent instead. */
export async function ownForm(identity: IdentityContext, ctx: Context): Promise<URLSearchParams | undefined> {
  const form = ctx.method === 'POST' && isSameOrigin(ctx) ? await readForm(ctx) : undefined
  if (form) return form
  if (ctx.method !== 'POST')
    sendProblem(identity, ctx, 405, 'This request is not possible here', 'Go back to the previous page and try again.')
  else if (isSameOrigin(ctx))
    sendProblem(identity, ctx, 400, 'This form could not be read', 'Start again from the console.')
  else
    sendProblem(
      identity,
      ctx,
      403,
      'This form was sent from another site',
      'Use the page of the identity service itself.',
    )
  return undefined
}

export function sendPage(ctx: Context, status: number, page: string): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body = page
}

export const sendProblem = (
  { consoleOrigin }: IdentityContext,
  ctx: Context,
  status: number,
  title: string,
  text: string,
): void => sendPage(ctx, status, problemPage({ title, text, consoleOrigin }))
