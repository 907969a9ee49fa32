import net from 'node:net'
import { roughLink } from './rough-link.ts'

/** A link before the database of a test; `url` is the database's address through it. */
export async function databaseGate(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const host = target.searchParams.get('host') ?? target.hostname
  const port = Number(target.port || 5432)
  const link = await roughLink(() =>
    host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host),
  )
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(link.port)
  return { ...link, url: url.href }
}
