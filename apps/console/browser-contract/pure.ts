import type { ESTree } from 'vite'

export interface Edit {
  at: number
  /** As many characters give way to it. */
  length: number
  text: string
}

export const edited = (code: string, { at, length, text }: Edit): string =>
  code.slice(0, at) + text + code.slice(at + length)

/** A bundler keeps a call, and the reading of a property, unless it knows that neither has an effect. */
export const asPure = ({ type, start, end }: ESTree.Expression): Edit[] =>
  type === 'CallExpression' || type === 'MemberExpression' || type === 'NewExpression'
    ? [
        { at: start, length: 0, text: pureStart },
        { at: end, length: 0, text: pureEnd },
      ]
    : []

const pureStart = '/* @__PURE__ */ (() => '
const pureEnd = ')()'
export const pure = (text: string): string => `${pureStart}(${text})${pureEnd}`
