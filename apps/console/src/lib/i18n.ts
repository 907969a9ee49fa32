import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** English text is the key, in place; a locale is a file of translations beside its feature. Only English exists. */
void i18next.use(initReactI18next).init({
  lng: 'en-US',
  fallbackLng: 'en',
  resources: { en: { translation: {} } },
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** A plain function: the language does not change while the page lives. */
export const t = (text: string, values: Record<string, string | number> = {}): string => i18next.t(text, values)
