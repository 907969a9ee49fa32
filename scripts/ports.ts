import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError, ownPorts } from './settings.ts'
import type { PortName, StartSettings } from './settings.ts'

type Listening = Pick<StartSettings, 'ports' | 'host' | 'mqttUrl' | 'identityUrl'>

/** Runs before anything expensive starts. `patienceMs`: how long processes of a killed parent get to end. */
export async function refuseTakenPorts(settings: Listening, patienceMs = 0): Promise<void> {
  const { ports, host } = settings
  const hosts = host === undefined || host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const until = Date.now() + patienceMs
  for (const name of ownPorts(settings)) {
    for (const address of hosts) {
      for (let code = await tryToListen(ports[name], address); code; code = await tryToListen(ports[name], address)) {
        if (address === '::1' && code !== 'EADDRINUSE') break
        if (code !== 'EADDRINUSE' || Date.now() > until)
          throw new StartError(sentenceOf(code, name, ports[name], address))
        await pause(50)
      }
    }
  }
}

function sentenceOf(code: string, name: PortName, port: number, address: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; stop it or set ${name} to another port.`
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has; set ${name} to a port above 1023.`
  return `This machine cannot listen on ${address} (${code}); set HOST to one of its addresses.`
}

function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)))
  })
}
