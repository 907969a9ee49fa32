const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup that is safe to output unchanged. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | null | undefined | false | readonly Html[]

/** Escapes interpolated values, unless this function created them. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: texts.map((text, at) => text + (at < parts.length ? markupOf(parts[at]) : '')).join(''),
})

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
