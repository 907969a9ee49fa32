import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type pg from 'pg'
import { accountsApi } from './accounts-api/accounts-api.ts'
import { serveAssets } from './pages/assets.ts'
import { authorizeDefaults } from './oidc/authorize-defaults.ts'
import { servicesSecret } from '@wheelhouse/db/installation-key.ts'
import type { Mail } from '@wheelhouse/mail/mail.ts'
import { openBackground } from './platform/background.ts'
import { refuseFromElsewhere } from './platform/demonstration.ts'
import { authorizeLimit } from './http/authorize-limit.ts'
import { publicAddress } from './http/public-address.ts'
import { discovery } from './oidc/discovery.ts'
import { revocation } from './oidc/revocation.ts'
import { catchFailures, consoleOnly, noZeroCharacters, onlyOurs, securityHeaders } from './http/guards.ts'
import type { Clock, IdentityContext, Log } from './platform/identity-context.ts'
import { loadIdentityKeys } from './platform/identity-keys.ts'
import { changePassword } from './passwords/change-password.ts'
import { serviceClientsApi } from './accounts-api/service-clients-api.ts'
import { choosePassword } from './passwords/choose-password.ts'
import { forgottenPassword } from './passwords/forgotten-password.ts'
import { openHashing } from './platform/hashing.ts'
import type { Hashing } from './platform/hashing.ts'
import { createProvider } from './oidc/provider.ts'
import { defaultSettings } from './platform/settings.ts'
import type { IdentitySettings } from './platform/settings.ts'
import { security } from './security/security.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { userInfo } from './oidc/user-info.ts'

export interface IdentityOptions {
  pool: pg.Pool
  /** Such as `http://localhost:3001`; part of every token and of discovery. */
  issuer: string
  /** Trust X-Forwarded-For, -Proto and -Host. */
  isBehindProxy?: boolean
  /** Such as `http://localhost:3000`: where people come from and return to. */
  consoleOrigin: string
  isDemonstration: boolean
  installationKey?: string | undefined
  clock?: Clock
  log?: Log
  settings?: Partial<IdentitySettings>
  mail: Mail
  hashing?: Hashing
}

export interface Identity {
  listener: RequestListener
  /** Listens on loopback, IPv4 and IPv6, unless a host is given. */
  listen(port: number, host?: string): Promise<void>
  /** Resolves when the work postponed until after the responses is done. */
  settled(): Promise<void>
  close(): Promise<void>
}

const silent: Log = { info: () => {}, error: () => {} }

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, issuer, consoleOrigin, isDemonstration, clock = { now: () => new Date() }, log = silent } = options
  const identity: IdentityContext = {
    pool,
    issuer,
    consoleOrigin,
    isDemonstration,
    installationKey: options.installationKey,
    clock,
    log,
    settings: { ...defaultSettings, ...options.settings },
    mail: options.mail,
    hashing: options.hashing ?? openHashing(),
    background: openBackground(log),
  }
  const keys = await loadIdentityKeys(pool, options.installationKey)
  const provider = createProvider(identity, keys, options.installationKey && servicesSecret(options.installationKey))
  provider.proxy = options.isBehindProxy ?? false
  // A proxy appends the caller's address; the caller can forge everything before it in X-Forwarded-For.
  provider.maxIpsCount = 1
  provider.use(publicAddress(issuer))
  provider.use(securityHeaders(issuer, consoleOrigin))
  provider.use(catchFailures(log, consoleOrigin))
  if (isDemonstration) provider.use(refuseFromElsewhere)
  provider.use(noZeroCharacters(consoleOrigin))
  provider.use(serveAssets())
  provider.use(consoleOnly(consoleOrigin))
  provider.use(authorizeLimit(identity))
  provider.use(accountsApi(identity, keys))
  provider.use(serviceClientsApi(identity, keys))
  provider.use(choosePassword(identity, provider))
  provider.use(forgottenPassword(identity))
  provider.use(changePassword(identity, provider))
  provider.use(security(identity, provider))
  provider.use(signIn(identity, provider))
  provider.use(signOut(identity, provider, keys))
  provider.use(userInfo(identity, keys))
  provider.use(revocation(identity, provider, keys))
  provider.use(discovery)
  provider.use(authorizeDefaults)
  provider.use(onlyOurs(consoleOrigin))
  const answer = provider.callback()
  return serveOn((request, response) => void answer(request, response), identity.background.settled)
}

type Server = ReturnType<typeof createServer>

// Forms and token requests are small, so a request that is still incomplete after this time is dropped.
const requestTimeoutMs = 15_000
// Node looks for such requests every 30 s only, so that they would hold their connection three times as long.
const checkEveryMs = 2_000

function serveOn(listener: RequestListener, settled: () => Promise<void>): Identity {
  const servers: Server[] = []
  return {
    listener,
    settled,
    async listen(port, host) {
      const started = await Promise.all(
        host
          ? [startServer(listener, port, host)]
          : [startServer(listener, port, '127.0.0.1'), loopbackV6(listener, port)],
      )
      servers.push(...started.flatMap((server) => server ?? []))
    },
    async close() {
      await Promise.all(servers.map(closeServer))
      await settled()
    },
  }
}

function startServer(listener: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, keepAliveTimeout: 5_000, connectionsCheckingInterval: checkEveryMs },
    listener,
  )
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done(server))
  })
}

// A machine without IPv6 listens on IPv4 only.
const loopbackV6 = (listener: RequestListener, port: number): Promise<Server | undefined> =>
  startServer(listener, port, '::1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined
    throw error
  })

const closeWithinMs = 1_000

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeIdleConnections()
    // Browsers open connections in advance, and Node counts an unused one as busy.
    setTimeout(() => server.closeAllConnections(), closeWithinMs).unref()
  })
}
