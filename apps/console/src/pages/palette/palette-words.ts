export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

export const holdsAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))
