import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArchive, textOf, writeArchive } from './archive.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  file = join(folder, 'wheelhouse.backup')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readAll = (atMost?: number): Promise<void> =>
  readArchive(
    file,
    async ({ bytes, isFolder }) => {
      if (!isFolder) await textOf(bytes, 1_000)
    },
    atMost,
  )

test('an entry that unpacks to more than it may have is not kept in memory', async () => {
  await writeArchive(file, (archive) => archive.addText('backup.json', `{}${' '.repeat(50_000_000)}`))
  expect(statSync(file).size).toBeLessThan(20_000)
  await expect(readAll()).rejects.toThrow('damaged or incomplete')
})

test('checksums that are longer than those of the entries are not read to their end', async () => {
  const tar = pack()
  const saving = pipeline(Readable.from(tar), createZstdCompress(), createWriteStream(file))
  tar.entry({ name: 'checksums.json' }, `{}${' '.repeat(50_000_000)}`)
  tar.finalize()
  await saving
  await expect(readAll()).rejects.toThrow('damaged or incomplete')
})

test('a file has at most so many entries as a restore can remember', async () => {
  await writeArchive(file, async (archive) => {
    for (let nth = 0; nth < 5; nth++) await archive.addFolder(`files/${nth}`)
  })
  await readAll(5)
  await expect(readAll(4)).rejects.toThrow('damaged or incomplete')
})

test('a backup removes the part of one that was killed, and no part that is being written', async () => {
  const [killed, running, foreign] = ['monday.backup.wheelhouse.part', 'now.backup.wheelhouse.part', 'film.part']
  for (const name of [killed, running, foreign]) writeFileSync(join(folder, name), 'half')
  const longAgo = Date.now() / 1000 - 7_200
  for (const name of [killed, foreign]) utimesSync(join(folder, name), longAgo, longAgo)
  await writeArchive(file, (archive) => archive.addText('backup.json', '{}'))
  expect(existsSync(file)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual([foreign, running, 'wheelhouse.backup'].toSorted())
})
