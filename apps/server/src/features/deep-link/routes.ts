import { codeOf, findByCode, readingsOf } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { targetsOf } from './queries.ts'

export function deepLinkRoutes(on: On): void {
  serve(on, findByCode, async ({ query }, ctx) => {
    const code = codeOf(query.code)
    for (const reading of code === null ? [] : readingsOf(code)) {
      const [target, another] = await targetsOf(ctx, reading)
      if (another) throw new AppError('alias_not_unique')
      if (target) return target
    }
    throw new AppError('not_found')
  })
}
