import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '@wheelhouse/contract/errors.ts'
import { root } from './console-build.ts'

export const errorReferencePath = 'docs/ERRORS.md'

/** The catalogue as people read it. `npm run generate` writes it, and a test of the guards fails while it differs. */
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

export const writeErrorReference = (): void => writeFileSync(join(root, errorReferencePath), errorReference())
