import { describe, expect, it } from 'vitest'
import { fileProblem, isAccepted, sizeText } from './file-bounds.ts'
import { coordinatesIn } from './map-point.ts'

describe('a file field', () => {
  const photo = { name: 'Dock 07.JPG', type: 'image/jpeg', size: 1_400_000 }
  it('takes kinds by media type, family or ending', () => {
    expect(isAccepted(photo, ['image/*'])).toBe(true)
    expect(isAccepted(photo, ['.jpg'])).toBe(true)
    expect(isAccepted(photo, ['image/png', 'text/csv'])).toBe(false)
    expect(isAccepted(photo, [])).toBe(true)
  })
  it('says why it refuses', () => {
    expect(fileProblem(photo, ['image/*'], 5_000_000)).toBeNull()
    expect(fileProblem(photo, ['image/*'], 1_000_000)).toBe('Dock 07.JPG is 1.4 MB; the maximum is 1 MB')
    expect(fileProblem(photo, ['.csv'], 5_000_000)).toBe('Dock 07.JPG is not a supported file type (.csv)')
    expect(fileProblem({ ...photo, size: 0 }, [], 5_000_000)).toBe('Dock 07.JPG is empty')
  })
  it('writes sizes in thousands', () => {
    expect([0, 999, 1000, 1_400_000, 25_000_000].map(sizeText)).toEqual(['0 B', '999 B', '1 kB', '1.4 MB', '25 MB'])
  })
})

describe('a place', () => {
  it('is read from a pair as maps give it to copy', () => {
    expect(coordinatesIn('59.4378, 24.7453')).toEqual({ latitude: 59.4378, longitude: 24.7453 })
    expect(coordinatesIn('(-33.9 151.2)')).toEqual({ latitude: -33.9, longitude: 151.2 })
    expect(coordinatesIn('59.4378')).toBeNull()
    expect(coordinatesIn('99.1, 24.7')).toBeNull()
  })
})
