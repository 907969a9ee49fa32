import { generateRouteTree } from '../apps/console/route-tree.ts'
import { writeTableTypes } from './generate-tables.ts'
import { writeErrorReference } from './error-reference.ts'

/** `npm run generate`: writes every generated file. A test of the guards fails while one of them is stale. */
const generators: [name: string, generate: () => void | Promise<void>][] = [
  ['route tree of the console', generateRouteTree],
  ['docs/ERRORS.md', writeErrorReference],
  ['types of the tables', writeTableTypes],
]

for (const [name, generate] of generators) {
  await generate()
  process.stdout.write(`Generated: ${name}\n`)
}
