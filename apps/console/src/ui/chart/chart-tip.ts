import classes from './chart-tip.module.css'

export interface ChartTip {
  title: string
  lines: readonly { name: string; value: string; isDim?: boolean }[]
}

/** Built as elements, never as markup: names are people's own words. */
export function tipElement({ title, lines }: ChartTip): HTMLElement {
  const tip = element('div', classes.tip ?? '')
  tip.append(element('strong', '', title))
  for (const { name, value, isDim } of lines) {
    const line = element('div', isDim ? (classes.tipDim ?? '') : (classes.tipLine ?? ''))
    if (name !== '') line.append(element('span', '', name))
    line.append(element('b', '', value))
    tip.append(line)
  }
  return tip
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.textContent = text
  return made
}
