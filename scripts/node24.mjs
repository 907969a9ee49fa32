// Runs a script under the Node 24 from the packages, whatever Node the system has; imports no package.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const node = join(root, 'node_modules', 'node', 'bin', 'node')

// Caching compiled code saves most of the loading time of a second start.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env }

// The channel closes when this process ends, even by SIGKILL; a script that must not outlive it listens for that.
const child = spawn(node, process.argv.slice(2), { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })

// Some of these reach the child directly too, as Ctrl-C reaches the whole group; the child counts them as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

// npm runs this through a shell, which may be killed without notice; the process then has another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
}

child.once('error', (error) => {
  console.error(`Node 24 could not be started (${error.message}); delete node_modules and try again.`)
  process.exit(1)
})
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
