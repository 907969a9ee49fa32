import * as z from 'zod'
import { databaseItem } from './state-items.ts'

/** What a backup says about itself, in its first entry. */
const BackupFacts = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The newest migration: an older product would not understand the data. */
  migration: z.string(),
  /** Data files of PostgreSQL fit its version and this kind of machine only. */
  postgres: z.string(),
  platform: z.string(),
  /** Files and folders of the state folder that it holds. */
  items: z.array(z.string()).refine((items) => items.includes(databaseItem)),
})
export type BackupFacts = z.infer<typeof BackupFacts>

export const factsName = 'backup.json'

/** Undefined where the text says something else, as in a file that somebody altered. */
export function parseFacts(text: string): BackupFacts | undefined {
  try {
    return BackupFacts.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
