import pino from 'pino'
import { readFleetFile, readFleetSecrets } from './platform/fleet-file.ts'
import { startFleet, stopFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { fleetSettings } from './platform/settings.ts'

function start(): Fleet {
  const settings = fleetSettings(process.env)
  const log = pino({ name: 'fleet', level: settings.log_level })
  return startFleet({ file: readFleetFile(settings.folder), secrets: readFleetSecrets(settings.folder), settings, log })
}

// Its state holds the keys of the simulated riders.
process.umask(0o077)
let fleet: Fleet
try {
  fleet = start()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await stopFleet(fleet)
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// The parent is gone, however it ended, so no one else will stop this process.
process.on('disconnect', () => void stop())
process.send?.({ ready: true })
