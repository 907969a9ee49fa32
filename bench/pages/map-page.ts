/** What the bare map reads of a place. */
export interface Place {
  latitude: number
  longitude: number
  status: string
}

declare global {
  interface Window {
    /** Asks for the points of a status, or for all, and shows them. */
    showPoints?: (status: string | null) => Promise<void>
    /** How many there are. */
    pointCount?: number
    /** How many dots and rings are in view. */
    drawnMarks?: () => number
  }
}
