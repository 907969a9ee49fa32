import { t } from '../i18n/i18n.ts'

/** Browsers that claim to be another one come before that one. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|HeadlessChrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const first = (table: readonly [RegExp, string][], agent: string): string | undefined =>
  table.find(([sign]) => sign.test(agent))?.[1]

/** "Firefox on Windows": what a user agent says, in words; a script by its own name. */
export function browserLabels(agent: string): string {
  const [browser, system] = [first(browsers, agent), first(systems, agent)]
  if (browser && system) return t('{{browser}} on {{system}}', { browser, system })
  return browser ?? system ?? (/^[\w.-]+/.exec(agent)?.[0] || t('Unknown browser'))
}

export const isHandheld = (agent: string): boolean => /iPhone|iPad|Android|Mobile/.test(agent)
