import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { askUntil } from './api.ts'
import { stateFolder } from './product.ts'

/** Without a mail server each mail is a file in the state folder; its link is all that the person has. */
export async function linkTo(email: string): Promise<string> {
  const folder = join(stateFolder(), 'mail')
  return askUntil(async () => {
    const mails = (existsSync(folder) ? readdirSync(folder) : []).map((name) =>
      readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
    )
    return mails
      .filter((text) => text.includes(email))
      .flatMap((text) => /https?:\/\/\S+\/invitation\?token=[\w-]+/.exec(text) ?? [])[0]
  })
}
