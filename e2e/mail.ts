import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { waitForResult } from './api.ts'
import { stateFolder } from './product.ts'

/** Reads the link from the mail to this person. Without a mail server each mail is a file in the state folder. */
export async function invitationLinkFor(email: string): Promise<string> {
  const folder = join(stateFolder(), 'mail')
  return waitForResult(async () => {
    const mails = (existsSync(folder) ? readdirSync(folder) : []).map((name) =>
      readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
    )
    return mails
      .filter((text) => text.includes(email))
      .flatMap((text) => /https?:\/\/\S+\/invitation\?token=[\w-]+/.exec(text) ?? [])[0]
  })
}
