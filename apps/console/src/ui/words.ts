import i18next from 'i18next'

/**
 * The English text is its own key. A plain function, not a hook: thousands of cells would each subscribe.
 * The app gives its root a new key when the language changes, so every word is asked for again.
 */
export const t = (text: string, values: Record<string, string | number> = {}): string =>
  i18next.isInitialized ? i18next.t(text, { keySeparator: false, nsSeparator: false, ...values }) : fill(text, values)

const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

export const number = (value: number, digits?: number) =>
  value.toLocaleString(i18next.language || 'en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
