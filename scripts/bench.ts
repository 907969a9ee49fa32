import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readScales, runBenches, usage } from '../bench/run.ts'

/** `npm run bench -- NAME`: measures the product against its peers. Its databases are kept below the state folder. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      scale: { type: 'string', default: '10k,1M' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '4' },
      fault: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new Error(usage)
  const isWhole = await runBenches(
    {
      name,
      folder: join(resolve(process.env.WHEELHOUSE_DATA || '.wheelhouse'), 'bench'),
      rounds: positive(values.rounds),
      seconds: positive(values.seconds),
      connections: positive(values.connections),
      scales: readScales(values.scale),
      isFaulty: values.fault,
      isWritten: values.write,
      command: `npm run bench -- ${process.argv.slice(2).join(' ')}`,
    },
    say,
  )
  process.exitCode = isWhole ? 0 : 1
}

function positive(text: string): number {
  const number = Number(text)
  if (number > 0 && Number.isFinite(number)) return number
  throw new Error(`'${text}' is not a number above 0.\n${usage}`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
