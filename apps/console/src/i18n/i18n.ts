import type { i18n } from 'i18next'
import { t, translateBy } from '../ui/base/translate.ts'

/** Text by its English: a file beside the feature, extracted from it. */
type Translations = Record<string, string>
export type Locales = Record<string, () => Promise<Translations>>

/** Only English exists, and that is the key, in place: nothing is looked up for it, and the engine is not even loaded. */
const locales: Locales = {}

/** Call this before anything is drawn, because the language is fixed for the page. Missing texts appear in English. */
export async function speak(languages: readonly string[], known: Locales = locales): Promise<void> {
  const wanted = languages.map((language) => language.split('-')[0] ?? '')
  const language = wanted
    .slice(0, wanted.includes('en') ? wanted.indexOf('en') : undefined)
    .find((one) => known[one] !== undefined)
  if (language === undefined) return
  const [{ createInstance }, translation] = await Promise.all([import('i18next'), known[language]?.()])
  const engine: i18n = createInstance()
  await engine.init({
    lng: language,
    resources: { [language]: { translation: translation ?? {} } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  translateBy((text, values) => engine.t(text, values ?? {}))
}

export { t }
