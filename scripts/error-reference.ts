import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '@wheelhouse/contract/errors.ts'
import { root } from './console-build.ts'

export const errorReferencePath = 'docs/ERRORS.md'

/** The catalogue in readable form. A guard test keeps the file equal; `node scripts/error-reference.ts` rewrites it. */
export function errorReference(): string {
  const rows = Object.entries(catalogue).map(([code, [status, words]]) => `| \`${code}\` | ${status} | ${words} |`)
  return [
    '# Errors',
    '',
    'Every refusal of the API is `{error_code, error_message, ...fields}`, or `{error_results, results}` for a batch. The correlation id is the',
    'header `X-Correlation-Id`. Written from `packages/contract/src/errors.ts`.',
    '',
    '| error_code | status | error_message |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(join(root, errorReferencePath), errorReference())
