import type { ProjectFiles } from './project-files.ts'

const saysNothing = /^(utils?|helpers?|common|shared|types?|misc)$/i
/**
 * Combined with another word these still say nothing; the other words can belong to the domain, as in common passwords
 * or device types.
 */
const saysNothingBeside = /^(utils?|helpers?|misc)$/i
const wordsOf = (name: string): string[] => name.replace(/([a-z])([A-Z])/g, '$1-$2').split(/[-_.]/)
const isNothing = (name: string): boolean =>
  saysNothing.test(name) || wordsOf(name).some((word) => saysNothingBeside.test(word))
const segmentsAtMost = 6
/** Nothing but `export … from`, comments and blank lines. */
const onlyReexports =
  /^(\s*(\/\/.*|\/\*[\s\S]*?\*\/|export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?))+\s*$/

/** No file or folder has a name without meaning, no index only re-exports, and no path is too deep. */
export function nameFaults(files: ProjectFiles): string[] {
  return [...files].flatMap(([path, text]) => {
    const segments = path.split('/')
    const names = segments.map((segment, at) => (at === segments.length - 1 ? (segment.split('.')[0] ?? '') : segment))
    return [
      ...names.filter(isNothing).map((name) => `${path}: "${name}" names nothing of the domain`),
      ...(/^index\.tsx?$/.test(segments.at(-1) ?? '') && onlyReexports.test(text)
        ? [`${path}: an index that only re-exports`]
        : []),
      ...(segments.length > segmentsAtMost ? [`${path}: ${segments.length} segments, ${segmentsAtMost} at most`] : []),
    ]
  })
}
