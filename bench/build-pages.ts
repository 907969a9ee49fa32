import { existsSync } from 'node:fs'
import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { build } from 'vite'
import { root } from './fixtures.ts'

/** Builds the pages for browser measurements with the console's settings, into a folder next to the databases. */
export async function buildPages(folder: string): Promise<string> {
  const pages = join(import.meta.dirname, 'pages')
  const outDir = join(folder, 'pages')
  const input = ['first-load', 'scroll-ours', 'scroll-grid'].map((name) => join(pages, name, 'index.html'))
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    root: pages,
    plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
    css: { postcss: join(root, 'apps', 'console') },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input },
    },
  })
  if (!input.every((page) => existsSync(join(outDir, page.slice(pages.length)))))
    throw new Error('The pages were not built')
  return outDir
}
