import { callAs, waitForResult } from './api.ts'

/** Hardware as the lists of the API show it. */
export interface Piece {
  id: string
  type: string
  mesh_id: string
  controller_id: string
  device_number: number | null
  comment: string
}

interface Config {
  reading: { id: string; config_hash: string } | null
  is_current: boolean
  fetch: { status: string; failure: string | null } | null
}

/**
 * Asks hardware for its settings and waits until they are known. Hardware that refuses to be read never has any, so this
 * fails at once and says which one it is.
 */
export async function fetchSettings(ids: readonly string[]): Promise<void> {
  await callAs('technician', '/hardware/v1/config-fetches', { hardware_ids: ids })
  for (const id of ids)
    await waitForResult(async () => {
      const config = await callAs<Config>('technician', `/hardware/v1/hardware/${id}/config`)
      if (config.fetch?.status === 'failed') throw new Error(`${id} refuses to be read: ${config.fetch.failure}`)
      return config.is_current ? config : undefined
    })
}

/** All hardware of one crate of the stock that is switched on. */
export const benchOf = (comment: string): Promise<Piece[]> =>
  waitForResult(async () => {
    const path = `/hardware/v1/unassigned-hardware?q=${encodeURIComponent(comment)}&health=healthy&limit=100`
    const { items } = await callAs<{ items: Piece[] }>('superadmin', path)
    return items.some(({ type }) => type === 'controller') && items.length > 2 ? items : undefined
  })

export const grouped = (id: string): string => id.match(/.{1,4}/g)?.join(' ') ?? id
