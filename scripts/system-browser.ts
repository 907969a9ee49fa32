import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The shell comes first: it draws the same pages without the windows of the whole browser, and the stories take two thirds
 * of the time. Playwright uses it by default as well.
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of the browser that the stories use, when this system has one. */
export const systemBrowser = (): string | undefined => names.map(onPath).find((path) => path !== undefined)

/** The path of an installed program; what the project's packages bring along is not the system's. */
export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
