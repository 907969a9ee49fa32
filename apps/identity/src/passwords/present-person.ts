import type { Provider } from 'oidc-provider'
import { enabledAccount } from '../accounts/accounts.ts'
import type { Account } from '../accounts/accounts.ts'
import { sendProblem } from '../http/form-page.ts'
import type { Context, IdentityContext } from '../platform/identity-context.ts'
import { isDemonstrationAccount } from '../platform/demonstration.ts'

/** The person who is signed in on this browser. */
export interface Present {
  session: Awaited<ReturnType<Provider['Session']['get']>>
  account: Account
}

interface Sentences {
  /** For the shared accounts of a demonstration, whose sign-in nobody may change. */
  title: string
  text: string
  /** Completes "You have to be signed in to". */
  signInTo: string
}

/** Returns undefined after sending a page that says why. */
export async function presentPerson(
  identity: IdentityContext,
  provider: Provider,
  ctx: Context,
  { title, text, signInTo }: Sentences,
): Promise<Present | undefined> {
  const session = await provider.Session.get(ctx)
  const account = session.accountId ? await enabledAccount(identity.pool, session.accountId) : undefined
  if (account && !(identity.isDemonstration && isDemonstrationAccount(account.email))) return { session, account }
  if (account) sendProblem(identity, ctx, 403, title, text)
  else
    sendProblem(
      identity,
      ctx,
      401,
      'Sign in first',
      `You have to be signed in to ${signInTo}. Sign in at the console, then come back.`,
    )
  return undefined
}
