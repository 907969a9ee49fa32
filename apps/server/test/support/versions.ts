import type { TestApp } from './test-app.ts'

/** Of a row as it stands, for who has just read it. */
export async function versionAt(w: TestApp, table: 'devices' | 'locations', id: string): Promise<number> {
  const { rows } = await w.pool.query<{ version: number }>(`select version from ${table} where id = $1`, [id])
  return rows[0]?.version ?? 1
}

export const versioned = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
