import { once } from 'node:events'
import net from 'node:net'

/**
 * Stands before the database of a test: connections pass while it is open, and are broken while it is not. It can also fall silent:
 * what is connected then stays so, and nothing passes.
 */
export async function databaseGate(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const host = target.searchParams.get('host') ?? target.hostname
  const port = Number(target.port || 5432)
  let isOpen = true
  let attempts = 0
  const sockets = new Map<net.Socket, net.Socket>()
  const server = net.createServer((socket) => {
    attempts++
    socket.on('error', () => {})
    if (!isOpen) return void socket.destroy()
    const further = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    further.on('error', () => socket.destroy())
    sockets.set(socket, further)
    socket.on('close', () => {
      sockets.delete(socket)
      further.destroy()
    })
    socket.pipe(further).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    /** Of the database, through the gate. */
    url: url.href,
    attempts: () => attempts,
    shut() {
      isOpen = false
      for (const socket of sockets.keys()) socket.destroy()
    },
    open: () => void (isOpen = true),
    silence() {
      for (const [socket, further] of sockets) {
        socket.unpipe()
        further.unpipe()
      }
    },
    close: () => server.close(),
  }
}
