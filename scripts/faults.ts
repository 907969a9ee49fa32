import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runFaults, usage } from '../bench/faults/run.ts'

/** `npm run faults -- NAME`: kills, cuts and fills what the product depends on, and compares what it kept. Loopback only. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { times: { type: 'string' }, fault: { type: 'boolean', default: false } },
  })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new Error(usage)
  const folder = join(resolve(process.env.WHEELHOUSE_DATA || '.wheelhouse'), 'faults')
  const times = values.times === undefined ? null : wholeNumber(values.times)
  process.exitCode = (await runFaults({ name, folder, times, isFaulty: values.fault }, say)) ? 0 : 1
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`'${text}' is not a whole number above 0.\n${usage}`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
