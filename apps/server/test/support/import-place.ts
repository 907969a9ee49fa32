import { expect } from 'vitest'
import { importFile, previewImport } from '@wheelhouse/contract/imports/imports.ts'
import type { ImportKind, ImportPreview, ImportRow } from '@wheelhouse/contract/imports/imports.ts'
import type { Caller, TestApp } from './test-app.ts'

export const rights = {
  location: [
    'GET',
    'CREATE',
    'UPDATE',
    'MODIFY_RESTRICTED_FIELDS',
    'MODIFY_PUBLIC_TAGS',
    'MODIFYORGANIZATIONS',
    'MODIFY_DESCRIPTIONS',
  ],
  device: ['GET', 'CREATE', 'UPDATE', 'SETDEEPLINK', 'ASSIGNHARDWARE'],
  hardware: ['GET', 'GETUNASSIGNED', 'ASSIGNHARDWARE'],
  organization: ['GET'],
} as const

/** Two organizations, and a person who may import into the first one, whose name is `ownerName`. */
export async function makeImportPlace(w: TestApp) {
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const me = await w.person([{ group_id: ours.owner, needs: rights }], ours.id)
  const { name: ownerName } = await w.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', ours.id)
    .executeTakeFirstOrThrow()
  return { ours, theirs, me, ownerName }
}

export const heads = 'code,label,address,country,type,generation,power_save,icon_type,owner_name'
export const only = ({ rows }: ImportPreview): ImportRow => rows[0] as ImportRow

interface ImportPlace {
  w: TestApp
  me: Caller
  ownerName: string
}

/** What tests do with imports. The place is asked for at each call, because every test has another one. */
export function importActions(place: () => ImportPlace) {
  const look = (csv: string, kind: ImportKind = 'locations', who = place().me) =>
    who.call(previewImport, { body: { kind, csv } })
  const previewOf = async (csv: string, kind: ImportKind = 'locations', who = place().me): Promise<ImportPreview> => {
    const answer = await look(csv, kind, who)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const doIt = async (csv: string, kind: ImportKind = 'locations', who = place().me, fingerprint?: string) =>
    who.call(importFile, {
      body: { kind, csv, fingerprint: fingerprint ?? (await previewOf(csv, kind, who)).fingerprint },
    })
  const line = (code: string, rest = '') =>
    `${code},New place,Kai 1,EE,bike_docks,G3,none,bike,${place().ownerName}${rest}`
  return { look, previewOf, doIt, line }
}
