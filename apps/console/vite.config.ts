import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractForBrowser } from './browser-contract/contract-for-browser.ts'
import { earlyFiles, filesAlong } from './early-files.ts'
import { mantineStyles, wholeMantineStyles } from './mantine-styles.ts'
import { withOnePath } from './small-icons.ts'
import { serviceWorker } from './service-worker-file.ts'
import { noticeWorkers, thirdPartyNotices } from './third-party-notices.ts'

const here = import.meta.dirname

/** The same id in the code (`__BUILD_ID__`) and in live-versions.json: the console reloads when they differ (spec 7). */
const buildId =
  process.env.WHEELHOUSE_BUILD_ID ??
  createHash('sha256').update(`${Date.now()}-${process.pid}`).digest('hex').slice(0, 12)

const liveVersions = (): Plugin => ({
  name: 'wheelhouse:live-versions',
  // The services would answer with the build that is in dist, and the console would reload for it.
  configureServer({ middlewares }) {
    middlewares.use('/live-versions.json', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ console: buildId }))
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'live-versions.json', source: JSON.stringify({ console: buildId }) })
  },
})

const brotli = promisify(brotliCompress)
// Beyond it a build takes 13 s longer for a tenth less.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Packed once: the server sends these files as they are. */
const packed = (): Plugin => ({
  name: 'wheelhouse:packed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|svg|json)$/.test(file))
    const pack = async (file: string) =>
      writeFile(join(dir, `${file}.br`), await brotli(await readFile(join(dir, file)), { params }))
    await Promise.all(files.map(pack))
  },
})

/**
 * Nearly every function of these files runs before the first row. The browser compiles them beside the main thread while it waits
 * for the other files, not one by one when each is called; browsers that do not know the line ignore it.
 */
const compiledAtOnce = (): Plugin => ({
  name: 'wheelhouse:compiled-at-once',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // After all other plugins: browsers read the line only at the very top of a file, and Vite is the last to add lines there.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && runsBeforeRows.test(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    },
  },
})
const runsBeforeRows = /^(start|frame|_shell\.locations\.(index|_id)|location-(columns|contracts|page)|session-lists)$/

/** zod compiles the shapes of objects where it may, and trying it breaks the content security policy once a page. */
const zodWithoutCompiler = (): Plugin => ({
  name: 'wheelhouse:zod-without-compiler',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler(code) {
      const plain = code.replaceAll('core.$ZodObjectJIT.init', 'core.$ZodObject.init')
      if (plain === code) this.error('zod is built in another way than wheelhouse:zod-without-compiler expects.')
      return { code: plain, map: null }
    },
  },
})

/** An icon without a name is an ornament: it stands beside a word or within a button that has a name. */
const quietIcons = (): Plugin => ({
  name: 'wheelhouse:quiet-icons',
  transform: {
    filter: { id: /[\\/]@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]createReactComponent\.mjs$/ },
    handler(code) {
      const quiet = code.replace(
        '...rest\n      },',
        `...(rest['aria-label'] || title ? { role: 'img' } : { 'aria-hidden': true }), ...rest\n      },`,
      )
      if (quiet === code) this.error('The icons are built in another way than wheelhouse:quiet-icons expects.')
      return quiet
    },
  },
})

const smallIcons = (): Plugin => ({
  name: 'wheelhouse:small-icons',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon\w+\.mjs$/ },
    handler(code) {
      const small = withOnePath(code)
      if (small === null) this.error('The icons are built in another way than wheelhouse:small-icons expects.')
      return { code: small, map: null }
    },
  },
})

/**
 * What the compiler leaves as it is. It keeps what a component has drawn, for a quarter more code: pages, forms, maps and charts
 * are worth it. The frame, lists and the small parts all load before the first row; of these the compiler takes only the rows and
 * the cards of a list, which would be drawn again at each step of a scroll.
 */
const drawnBeforeRows =
  /[\\/]src[\\/](app[\\/]|theme[\\/]|lists[\\/]|live[\\/]|session[\\/]|shell[\\/]|ui[\\/](base|data-table[\\/](?!table-row|card-list)|details|dialogs|docks|frame|list-parts)|features[\\/].+-(screen|columns|link|chips)\.tsx)/

const routes = tanstackRouter({
  target: 'react',
  autoCodeSplitting: true,
  // The loader of a screen prefetches its rows: it knows the contract of its list, which the other screens do not need.
  codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
  routesDirectory: `${here}/src/app/routes`,
  generatedRouteTree: `${here}/src/app/routeTree.gen.ts`,
  quoteStyle: 'single',
  semicolons: false,
})

const engine =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|valibot|zustand|@tanstack[\\/](history|query-core|react-query|react-router|router-core))[\\/]/

/** Files of the contract with their schemas (browser-contract). */
const schemas = /[?]schemas$/

/** The frame, what the lists draw their rows with, and the small parts that several screens share: alone, each would be a file. */
const frame = [
  /[\\/]src[\\/](app[\\/]shell|lists[\\/](list-page|prefetch|camera-parameter|day-span|linked-chip)|i18n[\\/](day|moment)-text|features[\\/](?!fleets|dashboards)[a-z-]+[\\/][a-z-]+-(link|choices)|features[\\/](locations[\\/]location-labels|dashboards[\\/]dashboard-choices))\.tsx?$/,
  /[\\/]contract[\\/]src[\\/](fields|list|texts)\.ts$/,
  /[\\/]src[\\/]ui[\\/]details[\\/]dock-bubble\.ts$/,
  /[\\/]src[\\/]ui[\\/](base[\\/]segments|frame[\\/]create-button|details[\\/](glyphs|icon-text|status|copyable-id)|list-parts[\\/](legend|row-card)|docks[\\/]docks-overview|data-table[\\/]cells)\.tsx$/,
  /[\\/]Icon(Calendar|Category|CircleOff|CurrentLocation|Eye|Heartbeat|List|Map2|Message2|StarFilled|StatusChange|Tag|Upload|User)\.mjs$/,
  /[\\/]@mantine[\\/]hooks[\\/]esm[\\/]use-(id|merged-ref|uncontrolled)[\\/]/,
]

/** What the contract says of a dock and of what is done to it: the page of a location needs all of it, most screens nothing. */
const deviceContracts =
  /[\\/]contract[\\/]src[\\/](commands[\\/](commands|command-catalogue)|devices[\\/]device-edit|deep-link[\\/]deep-link|qr-sheets[\\/]qr-sheets|hardware[\\/]hardware(-ids|-details)?)\.ts$/

/** What the contract says of a location: its list and its page need all of it. */
const locationContracts =
  /[\\/]contract[\\/]src[\\/](locations[\\/](locations|location-(edit|fields|points|status|values))|maintenance-messages[\\/]maintenance-messages|fleets[\\/]area|permissions[\\/]bulk-belongs)\.ts$/

/** Each of a dozen commands has its icon, and the parts that draw them share it: alone, each would be a request. */
const commandIcons =
  /[\\/]Icon(Bell|BellOff|Bookmark|Bulb|ClockPlay|Dots|EyeOff|Headset|Key|LockOpen|Pencil|Photo|PlayerStop|PlugConnected|Printer|Reload|Replace|Restore)\.mjs$/

/** What the pages of a location, a device and a vehicle have in common: alone, each part would be a request. */
const detailsPages =
  /[\\/]src[\\/](ui[\\/]details[\\/]details|features[\\/]commands[\\/]command-(cards|progress|offers))\.tsx?$/

/** What a button of Mantine consists of. No list draws one before its rows. */
const buttons =
  /[\\/]@mantine[\\/](core[\\/]esm[\\/](components[\\/](Button|Loader|Transition|UnstyledButton)[\\/]|core[\\/]factory[\\/]polymorphic)|hooks[\\/]esm[\\/]use-reduced-motion[\\/])/

/** What the pages of one thing draw with: actions that ask first, cards, and what is in the place of what is loading. */
const pageParts =
  /[\\/]src[\\/](forms[\\/]action-button|live[\\/](loaded|kept-page|thing-page)|i18n[\\/](code-names|not-found)|ui[\\/](dialogs[\\/]confirm-dialog|details[\\/]key-values|frame[\\/](command-menu-(button|content)|lazy-panel)))\.tsx?$/

/** What the page of a location draws first, and dialogs of it use as well. */
const locationPage =
  /[\\/]src[\\/](pages[\\/]location[\\/]location-(search|views)|features[\\/](devices[\\/]device-(cells|styles)|maintenance-messages[\\/]message-line)|ui[\\/]docks[\\/]dock-plan|shell[\\/]recent-places)\.tsx?$/

/** The lists of sessions, and what those of payments share with them: the time, the rider, the states of a payment. */
const sessionLists =
  /[\\/](src[\\/](lists[\\/](when-chips|use-span|chart-chips)|features[\\/](payments[\\/]payment-labels|search[\\/]rider-chip-picker|parking-sessions[\\/](parking-sessions-screen|session-(columns|search|filters)))|payments[\\/]payment-states|parking-sessions[\\/]parking-sessions)\.tsx?|parking-sessions\.module\.css|IconCoin\.mjs)$/

/** Most screens lead to the history of what they show, and draw its outages. */
const eventContracts =
  /[\\/](contract[\\/]src[\\/](events[\\/]events|outages[\\/]outages)\.ts|src[\\/]features[\\/]outages[\\/](outage-labels\.ts|outages\.module\.css))$/

/** Doors of features that bring forms and dialogs along, which no first row needs. */
const withForms = /[\\/]src[\\/]features[\\/]hardware-config[\\/]/

export default defineConfig({
  root: here,
  plugins: [
    routes,
    react(),
    babel({ presets: [reactCompilerPreset()], exclude: [/[\\/]node_modules[\\/]/, drawnBeforeRows] }),
    zodWithoutCompiler(),
    quietIcons(),
    smallIcons(),
    mantineStyles(),
    wholeMantineStyles('serve'),
    contractForBrowser(),
    liveVersions(),
    compiledAtOnce(),
    earlyFiles(),
    serviceWorker(buildId),
    thirdPartyNotices(),
    packed(),
  ],
  worker: { plugins: () => [noticeWorkers()] },
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
    modulePreload: { resolveDependencies: filesAlong },
    rolldownOptions: {
      output: {
        // The first script names each of some three hundred files, and no packer shortens a hash.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        // What every screen needs comes in few files: a hundred small ones are packed worse and wait for one another.
        codeSplitting: {
          groups: [
            // No first row needs a schema: they load with the first form.
            { name: 'schemas', test: schemas, priority: 6 },
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 7 },
            // Changes seldom, so a new build leaves it in the browser's cache.
            { name: 'engine', test: engine, priority: 5 },
            { name: 'start', test: /[\\/]src[\\/]app[\\/]start\.tsx$/, priority: 4 },
            // A group takes along what it imports, unless one of a higher priority has it: what every screen has comes first.
            {
              name: 'frame',
              test: (id: string) => frame.some((part) => part.test(id)) && !withForms.test(id),
              priority: 3,
            },
            { name: 'location-contracts', test: locationContracts, priority: 2 },
            { name: 'device-contracts', test: deviceContracts, priority: 1 },
            { name: 'command-icons', test: commandIcons, priority: 1 },
            { name: 'event-contracts', test: eventContracts, priority: 1 },
            { name: 'details-pages', test: detailsPages, priority: 0.5 },
            { name: 'buttons', test: buttons, priority: 0.4 },
            { name: 'page-parts', test: pageParts, priority: 0.3 },
            { name: 'location-page', test: locationPage, priority: 0.2 },
            { name: 'session-lists', test: sessionLists, priority: 1 },
          ],
        },
      },
    },
  },
})
