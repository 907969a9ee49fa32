import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'vite'

export interface DevServerOptions {
  port: number
  host: string
  servicesUrl: string
  /** Waits while the services restart; false: they did not start. */
  isServing: () => Promise<boolean>
  contentSecurityPolicy: string
}

/** Serves the console from its sources with hot reload; what is not the console's goes to the services. */
export async function startConsole(options: DevServerOptions): Promise<void> {
  const { port, host, servicesUrl, isServing, contentSecurityPolicy } = options
  const known = process.listeners('SIGTERM')
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: `${import.meta.dirname}/vite.config.ts`,
    clearScreen: false,
    server: {
      port,
      host,
      strictPort: true,
      // The policy of the delivered console, so that a violation is seen while it is written.
      headers: { 'content-security-policy': contentSecurityPolicy },
      proxy: {
        '^/': {
          target: servicesUrl,
          bypass: async (request: IncomingMessage, response: ServerResponse | undefined) => {
            if (isOfConsole(request)) return request.url
            if (!response || (await isServing())) return undefined
            response
              .writeHead(503, { 'content-type': 'text/plain' })
              .end('The server did not start; see the terminal.\n')
            return request.url
          },
        },
      },
    },
  })
  // At a SIGTERM Vite would end the process at once, before the services and the database are closed.
  for (const listener of process.listeners('SIGTERM').filter((one) => !known.includes(one))) {
    process.off('SIGTERM', listener)
    process.stdin.off('end', listener)
  }
  await vite.listen()
}

/** Sources, packages and Vite's own addresses; what the console keeps beside its page. */
const ownPath = /^\/(@|__|src\/|node_modules\/|favicon\.svg$|manifest\.webmanifest$|live-versions\.json$)/
const servicesPath = /^\/([a-z-]+\/v\d+|docs|healthz|readyz|metrics)(\/|$)|\.\w+$/

/** A page is what a browser asks for as HTML and what is no address of the services. */
export function isOfConsole({
  method,
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const path = url.split('?')[0] ?? ''
  if (ownPath.test(path)) return true
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !servicesPath.test(path) && (headers.accept ?? '').includes('text/html')
}
