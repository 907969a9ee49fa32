import type { ChartColours } from './chart-colours.ts'
import type { BarPattern } from './chart-patterns.ts'

export interface ChartLook {
  colours: ChartColours
  font: string
  /** No movement: the person asked for less of it. */
  isStill: boolean
  /** Fill of what is not over, in the colour of its series; made by the engine, as it is a picture. */
  hatch: (colour: string) => unknown
  /** Fill of one of several series of bars, in its colour and with its marks. */
  marked: (colour: string, pattern: BarPattern) => unknown
  /** A phone's chart is narrow: fewer words at the line's end. */
  isNarrow: boolean
}

export const axisText = ({ colours, font }: ChartLook) => ({
  color: colours.axis,
  fontSize: 11,
  fontFamily: font,
  hideOverlap: true,
})

export const base = (look: ChartLook) => ({
  animation: !look.isStill,
  animationDuration: 160,
  animationDurationUpdate: 160,
  textStyle: { fontFamily: look.font },
})

/** Several lines have their names at their ends; a single line is named by the title, and what it is held against by the legend. */
