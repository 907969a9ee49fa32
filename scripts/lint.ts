import { runs } from './runner.ts'
import type { Write } from './runner.ts'

/** It needs the types of all files, so it also reports what is wrong with them: a second program would read all of them again. */
export const lintIsGreen = (paths: string[] = [], write?: Write): Promise<boolean> =>
  runs({ program: 'oxlint', args: ['--deny-warnings', '--type-check', ...paths], write })

/** `npm run lint [-- FILE...]`. */
if (import.meta.main) process.exitCode = (await lintIsGreen(process.argv.slice(2))) ? 0 : 1
