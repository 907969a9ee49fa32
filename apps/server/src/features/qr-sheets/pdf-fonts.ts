import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import type { Font } from 'fontkit'
import { certain } from '@wheelhouse/contract/certain.ts'

/**
 * The fonts that every PDF reader has know Western European letters only. Others are drawn as outlines of the console's own
 * font: Latin of all of Europe and Vietnam, Greek, Cyrillic. Those print the same but cannot be marked as text. What that
 * font does not have either (Arabic, Chinese) is drawn as an empty box.
 */
const alphabets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const

/** WinAnsi: ASCII, Latin-1, and these. */
const winAnsi = /^[\u0020-\u007E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
export const isWesternEuropean = (text: string): boolean => winAnsi.test(text)

const { resolve } = createRequire(import.meta.url)
const opened = new Map<string, Font>()

/** Unpacked when its first letter is looked for, and kept. */
function fontOf(name: string): Font {
  const font =
    opened.get(name) ??
    create(readFileSync(resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`)))
  opened.set(name, font)
  return font
}

function fontWith(codePoint: number): Font | undefined {
  const name = alphabets.find((one) => fontOf(one).hasGlyphForCodePoint(codePoint))
  return name && fontOf(name)
}

export interface Outline {
  /** SVG path data with its origin on the base line, y upwards, in units of 1/`perEm`. */
  path: string
  advance: number
  perEm: number
}

/** Letter by letter, at the size 1. */
export const outlinesOf = (text: string): Outline[] =>
  [...text.normalize('NFC')].map((letter) => outlineOf(certain(letter.codePointAt(0))))

const emptyBox: Outline = { path: 'M100 0H1100V1400H100ZM180 80V1320H1020V80Z', advance: 1200, perEm: 2048 }

const drawn = new Map<number, Outline>()

/** Each letter is worked out once; there are at most as many as the fonts hold. */
function outlineOf(codePoint: number): Outline {
  const known = drawn.get(codePoint)
  if (known) return known
  const font = fontWith(codePoint)
  if (!font) return emptyBox
  const glyph = font.glyphForCodePoint(codePoint)
  const outline = { path: glyph.path.toSVG(), advance: glyph.advanceWidth, perEm: font.unitsPerEm }
  drawn.set(codePoint, outline)
  return outline
}

/** Width at the size 1. */
export const outlineWidth = (text: string): number =>
  outlinesOf(text).reduce((sum, { advance, perEm }) => sum + advance / perEm, 0)
