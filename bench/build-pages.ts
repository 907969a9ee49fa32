import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { build } from 'vite'
import { root } from './fixtures.ts'

/**
 * Builds pages for browser measurements with the console's settings, into a folder next to the databases. Each is built
 * alone, so that none carries what only another one needs.
 */
export async function buildPages(folder: string, names: readonly string[]): Promise<string> {
  const outDir = join(folder, 'pages')
  rmSync(outDir, { recursive: true, force: true })
  for (const name of names) await buildPage(name, join(outDir, name))
  return outDir
}

async function buildPage(name: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    root: join(import.meta.dirname, 'pages', name),
    base: `/${name}/`,
    plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
    css: { postcss: join(root, 'apps', 'console') },
    build: { outDir, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 5_000 },
  })
  if (!existsSync(join(outDir, 'index.html'))) throw new Error(`The page ${name} was not built`)
}
