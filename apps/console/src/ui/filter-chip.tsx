import { Drawer, Menu, Popover } from '@mantine/core'
import { IconX, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePhone } from './app-frame.tsx'
import { ChoiceList, type Choice } from './choice-list.tsx'
import classes from './filter-bar.module.css'
import { t } from './words.ts'

export type Filter = {
  id: string
  label: string
  icon?: TablerIcon
  /** The first is the default; one alone is not a menu. */
  operators: readonly { value: string; label: string }[]
  operator: string
  choices: readonly Choice[]
  selected: readonly string[]
  /** An empty selection removes the filter. */
  onChange: (change: { operator: string; selected: string[] }) => void
  /** Offered as a dashed chip while it is empty; the others wait behind "Filter". */
  isOffered?: boolean
}

type ChipProps = { filter: Filter; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** Field, operator, value, remove; dashed while it only offers itself. */
export function FilterChip({ filter, isOpen, onOpen }: ChipProps) {
  const { label, icon: Icon, operator, selected, onChange } = filter
  if (selected.length === 0) {
    return (
      <ChoicePopover filter={filter} isOpen={isOpen} onOpen={onOpen}>
        <button type="button" className={classes.offer} onClick={() => onOpen(!isOpen)}>
          {Icon !== undefined && <Icon size={14} stroke={1.75} aria-hidden />}
          {label}
        </button>
      </ChoicePopover>
    )
  }
  return (
    <span className={classes.chip} role="group" aria-label={label}>
      <span className={classes.field}>{label}</span>
      <OperatorPart filter={filter} />
      <ChoicePopover filter={filter} isOpen={isOpen} onOpen={onOpen}>
        <button type="button" className={classes.value} onClick={() => onOpen(!isOpen)}>
          {valueWords(filter)}
        </button>
      </ChoicePopover>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('Remove filter {{label}}', { label })}
        onClick={() => onChange({ operator, selected: [] })}
      >
        <IconX size={13} stroke={1.75} aria-hidden />
      </button>
    </span>
  )
}

function OperatorPart({ filter: { operators, operator, selected, onChange } }: { filter: Filter }) {
  const word = operators.find((each) => each.value === operator)?.label ?? operator
  if (operators.length < 2) return <span className={classes.operator}>{word}</span>
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.operator}>
          {word}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {operators.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => onChange({ operator: value, selected: [...selected] })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Three short names are said, more are counted. */
function valueWords({ choices, selected }: Filter) {
  const words = selected.map((value) => choices.find((choice) => choice.value === value)?.label ?? value).join(', ')
  return selected.length > 3 || words.length > 30
    ? selected.length === 1
      ? words
      : t('{{count}} selected', { count: selected.length })
    : words
}

/** A popover, on phones a sheet from below. */
export function ChoicePopover({ filter, isOpen, onOpen, children }: ChipProps & { children: ReactNode }) {
  const isPhone = usePhone()
  const list = (
    <ChoiceList
      choices={filter.choices}
      selected={filter.selected}
      label={filter.label}
      onChange={(selected) => filter.onChange({ operator: filter.operator, selected })}
    />
  )
  if (isPhone) {
    return (
      <>
        {children}
        <Drawer opened={isOpen} onClose={() => onOpen(false)} position="bottom" size="70%" title={filter.label}>
          {list}
        </Drawer>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>{list}</Popover.Dropdown>
    </Popover>
  )
}
