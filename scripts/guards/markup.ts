import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const shown = /^apps\/(console|identity)\/(?!.*\.test\.tsx?$).+\.(tsx?|m?js|html)$/

/** What turns a text into markup or into code. */
const sinks: readonly RegExp[] = [
  /\b(inner|outer)HTML\b/,
  /\binsertAdjacentHTML\b/,
  /\bdangerouslySetInnerHTML\b/,
  /\bsetHTML(Unsafe)?\b/,
  /\bcreateContextualFragment\b/,
  /\bDOMParser\b/,
  /\bdocument\.write(ln)?\b/,
  /\bsrcdoc\b/i,
  /\bnew Function\b/,
  /\beval\(/,
  /['"`]javascript:/i,
]

/**
 * Text of people reaches a page as text, so that markup in it is never run, whatever the content security policy says. React and
 * `html` of the identity provider see to it, unless a part goes round them.
 */
export const markupFaults = (files: ProjectFiles): string[] =>
  pathsOf(files, shown).flatMap((path) => {
    const text = files.get(path) ?? ''
    return sinks
      .filter((sink) => sink.test(text))
      .map((sink) => `${path} makes markup or code of a text: ${sink.source}`)
  })
