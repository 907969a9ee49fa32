import { resolveConfig } from 'vite'

/** The router's plugin writes the route tree as soon as Vite's configuration is resolved. */
export async function generateRouteTree(): Promise<void> {
  await resolveConfig({ root: import.meta.dirname, configFile: `${import.meta.dirname}/vite.config.ts` }, 'build')
}
