import { runs } from './runner.ts'

/** `npm run format [-- FILE...]`: rewrites the files in the form that `npm run check` asks for. */
process.exitCode = (await runs({ program: 'oxfmt', args: process.argv.slice(2) })) ? 0 : 1
