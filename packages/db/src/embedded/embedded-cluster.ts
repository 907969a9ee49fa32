import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-account.ts'
import type { Account } from './embedded-account.ts'
import { giveTo } from './embedded-places.ts'

export interface ClusterPlace {
  native: string
  data: string
  account: Account
  fsync: boolean
}

/** Nothing is inherited: a stray PGDATA or locale would change the cluster. */
export const plainEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }

/**
 * Created next to its final place and renamed when complete, so that a start killed here leaves no partial database.
 */
export async function createCluster({ native, data, account, fsync }: ClusterPlace): Promise<void> {
  const part = `${data}.new`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  giveTo(account, part)
  // ICU sorts any language as people expect; messages stay English. Only the socket gives access, see socketFolder.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=und']
  const trust = ['--username=wheelhouse', '--auth-local=trust', '--auth-host=reject']
  await run(
    join(native, 'bin', 'initdb'),
    ['-D', part, ...locale, ...trust, '--no-instructions', ...(fsync ? [] : ['--no-sync'])],
    account,
  )
  await run(
    join(native, 'bin', 'postgres'),
    ['--single', '-j', ...(fsync ? [] : ['-F']), '-D', part, 'postgres'],
    account,
    'create database wheelhouse;\n\n',
  )
  rmSync(data, { recursive: true, force: true })
  renameSync(part, data)
}

async function run(program: string, args: string[], account: Account, input = ''): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: '/', env: plainEnvironment, stdio: ['pipe', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.on('error', () => {}).end(input)
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0 || output.includes('ERROR:')) throw new EmbeddedPostgresError(causeOf(output))
}

/** Turns what PostgreSQL wrote before it gave up into one sentence. */
export function causeOf(output: string): string {
  if (/No space left on device|Check free disk space/.test(output))
    return 'The disk is full: PostgreSQL could not write its data.'
  const lines = output.split('\n').filter((line) => /\b(PANIC|FATAL|ERROR|error):/.test(line))
  const words = (lines.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(
    /^.*?(PANIC|FATAL|ERROR|error):\s*/,
    '',
  )
  return `PostgreSQL did not start: ${words || 'it ended without a message'}.`
}
