import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../console-build.ts'
import { markupFaults } from './markup.ts'
import { added, planted, project } from './planted.ts'

test('no part of a page makes markup or code of a text', () => {
  expect(markupFaults(project)).toEqual([])
})

/** The other guards read no file of these kinds. */
const scriptsOfPages = ['apps/console/index.html', 'apps/identity/src/pages/passkey.js']

test('nor do the scripts that pages carry', () => {
  const pages = scriptsOfPages.map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')])
  expect(markupFaults(planted(...pages))).toEqual([])
})

test.each([
  ['apps/console/src/features/users/note.tsx', '<p dangerouslySetInnerHTML={{ __html: note }} />'],
  ['apps/console/src/ui/map/popup.ts', 'element.innerHTML = label'],
  ['apps/identity/src/pages/notice.ts', 'document.write(name)'],
  ['apps/console/src/ui/details/code.ts', "eval('1')"],
  ['apps/identity/src/pages/passkey.js', 'box.outerHTML = name'],
])('planted: %s is noticed', (path, text) => {
  expect(added(markupFaults, planted([path, text]))).toHaveLength(1)
})
