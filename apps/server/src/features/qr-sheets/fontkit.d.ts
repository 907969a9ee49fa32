/** The part of fontkit that is used here; it ships no types. */
declare module 'fontkit' {
  interface Glyph {
    advanceWidth: number
    /** Outline in font units, y upwards, as SVG path data; empty for a space. */
    path: { toSVG(): string }
  }
  export interface Font {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
  }
  export function create(bytes: Buffer): Font
}
