import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import { errorBody } from './errors.ts'
import type { Db } from '../platform/context.ts'

type Counts = () => object | Promise<object>

export interface Probes {
  readers: () => number
  gateway: Counts
  broker: Counts
}

/** Listed in the OpenAPI document as what it is: asked by machines of this installation, without a token. */
const open = (summary: string) => ({ schema: { summary, tags: ['operations'], security: [] } })

/** `/healthz` (the process lives), `/readyz` (migrated, seeded, serving, database there), `/metrics` (Prometheus). */
export function useOperations(app: FastifyInstance, db: Db, probes: Probes): void {
  const registry = registryOf(probes)
  timeRequests(app, registry)
  app.get('/healthz', open('The process is running'), async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', open('Migrated, seeded and serving'), async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      await sql`select 1 from installation limit 1`.execute(db)
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error, correlation_id: request.id }, 'not ready')
      return reply.code(503).send(errorBody('unavailable'))
    }
  })
  app.get('/metrics', open('Counters for Prometheus'), async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

function registryOf(probes: Probes): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gauges('wheelhouse_gateway', 'Gateway counters', probes.gateway, registry)
  gauges('wheelhouse_broker', 'Broker counters', probes.broker, registry)
  new Gauge({
    name: 'wheelhouse_stream_readers',
    help: 'Open live streams',
    registers: [registry],
    collect() {
      this.set(probes.readers())
    },
  })
  return registry
}

function timeRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'wheelhouse_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'wheelhouse_refusals_total',
    help: 'Answers of 400 and above, by status',
    labelNames: ['status'],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 400) refused.inc({ status: String(reply.statusCode) })
    next()
  })
}

function gauges(name: string, help: string, read: Counts, registry: Registry): void {
  new Gauge({
    name,
    help,
    labelNames: ['counter'],
    registers: [registry],
    async collect() {
      for (const [counter, value] of Object.entries(await read()))
        if (typeof value === 'number') this.set({ counter }, value)
    },
  })
}
