import { createHash } from 'node:crypto'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname

/** The same id in the code (`__BUILD_ID__`) and in live-versions.json: the console reloads when they differ (spec 7). */
const buildId = process.env.WHEELHOUSE_BUILD_ID ?? createHash('sha256').update(`${Date.now()}-${process.pid}`).digest('hex').slice(0, 12)

const liveVersions = (): Plugin => ({
  name: 'wheelhouse:live-versions',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'live-versions.json', source: JSON.stringify({ console: buildId }) })
  },
})

/** Fonts are found by the style sheet only after it has come; the first text should not wait for that. */
const preloadedFonts = /(inter-latin(-ext)?-opsz|jetbrains-mono-latin(-ext)?-wght)-normal/
const fontPreloads = (): Plugin => ({
  name: 'wheelhouse:font-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2') && preloadedFonts.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
})

const routes = tanstackRouter({
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: `${here}/src/app/routes`,
  generatedRouteTree: `${here}/src/app/routeTree.gen.ts`,
  quoteStyle: 'single',
  semicolons: false,
})

export default defineConfig({
  root: here,
  plugins: [routes, react(), babel({ presets: [reactCompilerPreset()] }), liveVersions(), fontPreloads()],
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  // The server replaces the placeholder in index.html with the nonce of the response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would need its own CSP entry, and files are cached for ever anyway.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // What every screen needs comes in few files: a hundred small ones are packed worse and wait for one another.
        codeSplitting: {
          groups: [
            // Apart from the contract's schemas: it is told first to do without eval.
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 3 },
            { name: 'start', test: /[\\/]src[\\/]app[\\/]start\.tsx$/, priority: 2 },
            { name: 'frame', test: /[\\/]src[\\/](app[\\/]Shell|lib[\\/]list-page)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
