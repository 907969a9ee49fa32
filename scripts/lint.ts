import { runs } from './runner.ts'

/** `npm run lint [-- FILE...]`: what the linter of `npm run check` would refuse. */
const isGreen = await runs({ program: 'oxlint', args: ['--deny-warnings', ...process.argv.slice(2)] })
process.exitCode = isGreen ? 0 : 1
