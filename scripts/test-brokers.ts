import { spawnSync } from 'node:child_process'
import { runs } from './runner.ts'

/**
 * `npm run test:brokers`: what devices rely on and the gateway itself, at the brokers that operators run (Mosquitto, and
 * NATS as a cluster of three). Apart from `npm test`, because these programs are not among the packages.
 */
const programs = { mosquitto: ['-h'], 'nats-server': ['--version'] }

const missing = Object.entries(programs)
  .filter(([name, args]) => spawnSync(name, args, { stdio: 'ignore' }).error)
  .map(([name]) => name)

if (missing.length > 0) {
  process.stderr.write(
    `${missing.join(' and ')} not found on the PATH: install Debian's packages mosquitto and nats-server, or the same from their makers.\n`,
  )
  process.exitCode = 1
} else {
  const args = ['run', '--config', 'vitest.brokers.config.ts', ...process.argv.slice(2)]
  process.exitCode = (await runs({ program: 'vitest', args })) ? 0 : 1
}
