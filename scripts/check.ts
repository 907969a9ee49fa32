import { runChecks } from './check-steps.ts'
import { conclude } from './runner.ts'

/** `npm run check`: the fast part of the tests, which continuous integration runs first. */
conclude(await runChecks())
