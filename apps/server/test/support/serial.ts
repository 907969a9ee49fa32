let count = 0

/** Counts through a test file, for names and numbers that must differ. */
export const serial = (): number => ++count

export const restartSerial = (): void => {
  count = 0
}

/** A hexadecimal id of this many digits. */
export const hexId = (digits: number): string => (serial() + 0x10000).toString(16).toUpperCase().padStart(digits, 'A')
