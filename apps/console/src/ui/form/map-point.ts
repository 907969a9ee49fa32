export interface Point {
  latitude: number
  longitude: number
}

/** `59.4378, 24.7453`, as maps give it to copy; null where it is no pair within bounds. */
export function coordinatesIn(text: string): Point | null {
  const match = /^\s*\(?\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*\)?\s*$/.exec(text)
  if (match === null) return null
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
