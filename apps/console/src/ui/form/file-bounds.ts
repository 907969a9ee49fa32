import { t } from '../base/translate.ts'

const units = ['B', 'kB', 'MB', 'GB'] as const

/** `1.4 MB`, in thousands as a file manager shows it. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1).replace('.0', '') : Math.round(value)} ${units[power]}`
}

type Kind = Pick<File, 'name' | 'type' | 'size'>

export const isAccepted = ({ name, type }: Kind, accept: readonly string[]): boolean =>
  accept.length === 0 ||
  accept.some((one) => {
    if (one.startsWith('.')) return name.toLowerCase().endsWith(one.toLowerCase())
    return one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type === one
  })

export function fileProblem(file: Kind, accept: readonly string[], maxBytes: number): string | null {
  if (!isAccepted(file, accept))
    return t('{{name}} is not a supported file type ({{kinds}})', { name: file.name, kinds: accept.join(', ') })
  if (file.size === 0) return t('{{name}} is empty', { name: file.name })
  if (file.size > maxBytes)
    return t('{{name}} is {{size}}; the maximum is {{most}}', {
      name: file.name,
      size: sizeText(file.size),
      most: sizeText(maxBytes),
    })
  return null
}
