import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { startConsole } from '../apps/console/dev-server.ts'
import { consolePolicy } from '../apps/server/src/http/console-policy.ts'
import { portOf } from '../apps/server/src/platform/ports.ts'
import { root } from './console-build.ts'
import { demonstrationMaps } from './demonstration-maps.ts'
import { runInForeground } from './foreground.ts'
import type { Manner } from './foreground.ts'
import { RestartingChild } from './restarting-child.ts'
import type { StartSettings } from './settings.ts'
import { hostToAsk } from './wheelhouse.ts'

/**
 * `npm run dev`: everything that `npm start` starts, at the same addresses. Vite serves the console from its sources on
 * PORT and passes the rest on to the services, which listen on a free port and restart when their sources change.
 */
const sources: Record<string, string[]> = {
  server: ['apps/server/src', 'packages/contract/src', 'packages/device-protocol/src', 'packages/db/src'],
  'identity provider': ['apps/identity/src', 'packages/mail/src'],
  fleet: ['apps/fleet/src'],
}

/** Vite shows the nonce of the built page unreplaced, so the policy names it as it is. */
const nonce = '__CSP_NONCE__'

async function development({ ports, host, identityUrl }: StartSettings): Promise<Manner> {
  const servicesPort = await freePort()
  const consoleUrl = `http://localhost:${ports.PORT}`
  const identity = identityUrl ?? (process.env.IDENTITY_ISSUER || `http://localhost:${ports.IDENTITY_PORT}`)
  let services: RestartingChild | undefined
  const environmentOf = (name: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
    if (name === 'server') return Object.assign({ CONSOLE_URL: consoleUrl }, env, { PORT: String(servicesPort) })
    // Every restart of the services ends the connection of every controller, and each would report it.
    return name === 'fleet' ? Object.assign({}, env, { WHEELHOUSE_LOG: process.env.WHEELHOUSE_LOG ?? 'error' }) : env
  }
  return {
    buildConsole: () =>
      startConsole({
        port: ports.PORT,
        host: host ?? 'localhost',
        servicesUrl: `http://${hostToAsk(host)}:${servicesPort}`,
        isServing: async () => (await services?.isServing()) ?? false,
        contentSecurityPolicy: consolePolicy(nonce, identity, mapStyles()),
      }),
    keep(name, module, env, say) {
      const child = new RestartingChild({
        name,
        module,
        env: environmentOf(name, env),
        sources: (sources[name] ?? []).map((folder) => relative(process.cwd(), join(root, folder))),
        say,
      })
      if (name === 'server') services = child
      return child
    },
  }
}

/** Whether it is the demonstration is not known yet: its street map is let in unless the settings name another. */
const mapStyles = (): string[] =>
  ['MAP_STYLE_URL', 'MAP_STYLE_DARK_URL'].flatMap(
    (name) => process.env[name] ?? demonstrationMaps(process.env)[name] ?? [],
  )

/** The console keeps PORT, so the services take a port that nobody types. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, 'localhost', done))
  const port = portOf(probe)
  await new Promise((done) => probe.close(done))
  return port
}

await runInForeground(development)
