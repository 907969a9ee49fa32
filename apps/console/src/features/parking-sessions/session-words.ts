const endWords: Record<string, string> = { normal: 'Normal', forced: 'Forced', cancelled: 'Cancelled' }
export const endWord = (how: string | null): string => (how === null ? '' : (endWords[how] ?? how))
