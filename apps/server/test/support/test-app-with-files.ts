import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp } from './test-app.ts'

/** The same with a state folder, for what is kept in files. Its end removes the folder. */
export async function testAppWithFiles(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-files-'))
  const w = await testApp({ WHEELHOUSE_DATA: folder, ...settings })
  async function end(): Promise<void> {
    await w.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...w, folder, end }
}
export type TestAppWithFiles = Awaited<ReturnType<typeof testAppWithFiles>>
