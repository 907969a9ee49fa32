// Runs under the system's Node (20 or later) before anything is installed, so it imports no package.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.wheelhouse-install')
const killAfterMs = 3_000

try {
  await main()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

async function main() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new Error(`Wheelhouse needs Node 20 or later, and this is Node ${process.versions.node}.`)
  const stamp = stampOfLock()
  if (readOrNothing(stampFile) === stamp && hasNode()) return
  if (!isInstalledAsLocked()) await install()
  if (!hasNode()) throw new Error('npm ci did not install node_modules/node: its install script could not run.')
  writeFileSync(stampFile, stamp)
}

// The version of Node is left out: npm puts node_modules/.bin on the path, so after the first run this script runs
// under the installed Node, whose version the lock file determines.
function stampOfLock() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

function hasNode() {
  return existsSync(join(modules, 'node', 'bin', 'node'))
}

/** Detects a manual `npm ci`: npm's own record of node_modules matches the lock file. */
function isInstalledAsLocked() {
  const record = readOrNothing(join(modules, '.package-lock.json'))
  if (!record || !hasNode()) return false
  const has = JSON.parse(record).packages
  const wants = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wants).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    return has[path] ? has[path].version === wanted.version : wanted.optional === true
  })
}

async function install() {
  const began = Date.now()
  const elapsed = () => `${((Date.now() - began) / 1000).toFixed(0)} s`
  console.log('Installing packages (npm ci) ...')
  const timer = setInterval(() => console.log(`  still installing packages (${elapsed()})`), 10_000)
  const code = await runNpm()
  clearInterval(timer)
  if (code !== 0) throw new Error('npm ci failed; see its output above.')
  console.log(`Installing packages: ${elapsed()}`)
}

/** Uses the system's Node, because npm ci deletes the one in node_modules, under which this script may run. */
function runNpm() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: path.join(delimiter) }
  // Development packages are needed whatever NODE_ENV says: Node itself and the console's build are among them.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
  ]
  const npm = { pid: 0 }
  let isInterrupted = false
  const interrupt = () => {
    if (isInterrupted) return
    isInterrupted = true
    console.error('Ending the installation ...')
    endGroup(npm.pid, 'SIGTERM')
    setTimeout(() => endGroup(npm.pid, 'SIGKILL'), killAfterMs)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  // In a process group of its own: npm outlives a Ctrl-C, and the next start would then write beside it.
  const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  npm.pid = child.pid ?? 0
  return new Promise((done, fail) => {
    child.once('error', () => fail(new Error('npm was not found; it comes with Node.')))
    child.once('exit', (code) => {
      if (isInterrupted) {
        endGroup(npm.pid, 'SIGKILL')
        process.exit(130)
      }
      done(code ?? 1)
    })
  })
}

function endGroup(pid, signal) {
  try {
    if (pid > 0) process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

function readOrNothing(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
