import type pg from 'pg'

/** Runs statements, inside a transaction or outside of one. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>

export async function transaction<T>(pool: pg.Pool, work: (on: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    isBroken = false
    return result
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(isBroken)
  }
}
