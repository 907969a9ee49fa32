const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&"<>]/g, (character) => entities[character] ?? character)

/** HTML that shows a public dashboard in a page; its title is what a screen reader says of the frame. */
export const embedCode = (title: string, address: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="800" loading="lazy" style="border:0"></iframe>`
