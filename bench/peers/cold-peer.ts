import { createServer } from 'node:http'
import { Pool } from 'pg'

/** The smallest possible service: node:http and a pool. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL })
const server = createServer((_request, reply) => {
  pool.query('select 1 from installation limit 1').then(
    () => reply.end('{"status":"ready"}'),
    () => reply.writeHead(503).end(),
  )
})
server.listen(Number(process.env.PORT), 'localhost')
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
