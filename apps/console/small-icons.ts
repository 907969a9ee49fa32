type IconNode = [element: string, attributes: Record<string, string>]

const declaration = /const __iconNode = (\[.+\]);/

/**
 * The code of an icon with its strokes as one path. An icon of lines is drawn the same by one path as by several, with fewer
 * elements in each row and less code before the first one. React's keys serve elements that change places, which these never do.
 * Null of code that does not declare the elements of an icon.
 */
export function withOnePath(code: string): string | null {
  const declared = declaration.exec(code)?.[1]
  if (declared === undefined) return null
  const nodes: IconNode[] = JSON.parse(declared)
  const isOutline = code.includes('createReactComponent("outline"')
  const small = isOutline && nodes.every(isStroke) ? [onePath(nodes)] : nodes.map(withoutKey)
  return code.replace(declaration, () => `const __iconNode = ${JSON.stringify(small)};`)
}

/** A path that begins at a place of the icon and not at the end of another path. */
const isStroke = ([element, { d = '', key: _key, ...others }]: IconNode): boolean =>
  element === 'path' && d.startsWith('M') && Object.keys(others).length === 0

const onePath = (nodes: IconNode[]): IconNode => ['path', { d: nodes.map(([, { d }]) => d).join('') }]

const withoutKey = ([element, { key: _key, ...attributes }]: IconNode): IconNode => [element, attributes]
