import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const gatewayAccount = 'gateway'

/** Who may connect: the gateway, and each controller by its hardware id. */
export interface BrokerAccounts {
  gatewayPassword: string
  controllers: Readonly<Record<string, string>>
}

/** Texts by the name of their file. */
export type BrokerFiles = Readonly<Record<string, string>>

/** They contain passwords, so they are for their owner only. */
export function writeBrokerFiles(folder: string, files: BrokerFiles): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
}
