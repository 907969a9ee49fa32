/** Live changes move a row by few places; further away it was another list. */
export function placeNear<Row>(rows: readonly Row[], rowId: (row: Row) => string, id: string, place: number) {
  for (let distance = 0; distance <= 200; distance++) {
    for (const index of [place + distance, place - distance]) {
      const row = rows[index]
      if (row !== undefined && rowId(row) === id) return index
    }
  }
  return place
}
