import {
  createServiceAccount as create,
  createServiceSecret as createSecret,
  getServiceAccount,
  revokeServiceSecret as revokeSecret,
  setServiceNetworks as setNetworks,
} from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import {
  createServiceAccount,
  createServiceSecret,
  revokeServiceSecret,
  serviceAccount,
  setServiceNetworks,
} from './service-accounts.ts'

export function serviceAccountRoutes(on: On): void {
  serve(on, getServiceAccount, ({ params }, ctx) => serviceAccount(ctx, params.console_user_id))
  serve(on, create, ({ body }, ctx) => createServiceAccount(ctx, body))
  serve(on, setNetworks, ({ params, body }, ctx) =>
    setServiceNetworks(ctx, params.console_user_id, body.allowed_networks),
  )
  serve(on, createSecret, ({ params, body }, ctx) => createServiceSecret(ctx, params.console_user_id, body.valid_days))
  serve(
    on,
    revokeSecret,
    async ({ params }, ctx) => void (await revokeServiceSecret(ctx, params.console_user_id, params.secret_id)),
  )
}
