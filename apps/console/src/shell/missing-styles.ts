/** Asks for style sheets again, in their old places, because a later rule wins over an earlier one. */
export const loadStyles = async (links: readonly HTMLLinkElement[]): Promise<void> =>
  void (await Promise.all(links.map(loadAgain)))

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  // A copy is of the kind of its original.
  const again = link.cloneNode() as HTMLLinkElement
  const { promise, resolve } = Promise.withResolvers<unknown>()
  again.addEventListener('load', resolve)
  again.addEventListener('error', resolve)
  link.replaceWith(again)
  await promise
}
