import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { build } from 'vite'
import { wholeMantineStyles } from '../apps/console/mantine-styles.ts'
import { root } from './fixtures.ts'

/**
 * Builds pages for browser measurements with the console's settings, into a folder next to the databases. Each is built
 * alone, so that none carries what only another one needs.
 */
export async function buildPages(folder: string, names: readonly string[]): Promise<string> {
  const outDir = join(folder, 'pages')
  rmSync(outDir, { recursive: true, force: true })
  for (const name of names) await buildPage(folderOf(name), name, join(outDir, name))
  return outDir
}

const gridPages = join(import.meta.dirname, 'grid-pages')

/** Pages of libraries that only they need are a project apart, which is installed here: a clone would have twice as many files. */
function folderOf(name: string): string {
  if (!existsSync(join(gridPages, name))) return join(import.meta.dirname, 'pages', name)
  if (!existsSync(join(gridPages, 'node_modules')))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: gridPages, stdio: 'ignore' })
  return join(gridPages, name)
}

async function buildPage(page: string, name: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    root: page,
    base: `/${name}/`,
    plugins: [react(), babel({ presets: [reactCompilerPreset()] }), wholeMantineStyles()],
    css: { postcss: join(root, 'apps', 'console') },
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 5_000 },
  })
  if (!existsSync(join(outDir, 'index.html'))) throw new Error(`The page ${name} was not built`)
}
