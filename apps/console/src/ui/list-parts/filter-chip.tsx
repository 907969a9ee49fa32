import { IconX, type TablerIcon } from '@tabler/icons-react'
import { cloneElement, useLayoutEffect, useRef, type ComponentProps, type ReactElement } from 'react'
import { usePhone } from '../frame/app-frame.tsx'
import type { Choice, ChoiceSearch } from './choice-list.tsx'
import classes from './filter-bar.module.css'
import { later, lazyDialog, partOf } from '../base/lazy.tsx'
import { Menu, MenuItem, Popover } from '../dialogs/overlay.tsx'
import { t } from '../base/translate.ts'

export type Filter = {
  id: string
  label: string
  icon?: TablerIcon
  /** The first is the default; one alone is not a menu. */
  operators: readonly { value: string; label: string }[]
  operator: string
  choices: readonly Choice[]
  selected: readonly string[]
  /** The choices are what the server found for the text last told to it, and what is chosen; without it they are all there is. */
  search?: ChoiceSearch
  /** What no choice says is asked in a dialog: the last row of the choices, "Other days…", or all there is to the chip. */
  ask?: { label: string; onAsk: () => void; isAlone?: boolean }
  /** An empty selection removes the filter. */
  onChange: (change: { operator: string; selected: string[] }) => void
  /** Offered as a dashed chip while it is empty; the others wait behind "Filter". */
  isOffered?: boolean
}

type ChipProps = { filter: Filter; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/**
 * Field, operator, value, remove; dashed while it only offers itself. The button in it is the same one all the while, so
 * that the focus and what is open stay when the first value is chosen.
 */
export function FilterChip({ filter, isOpen, onOpen }: ChipProps) {
  const { label, icon: Icon, selected } = filter
  const isOffer = selected.length === 0
  const chip = useFocusKeptInBar()
  return (
    <span
      ref={chip}
      className={isOffer ? classes.offered : classes.chip}
      role={isOffer ? undefined : 'group'}
      aria-label={isOffer ? undefined : label}
    >
      {!isOffer && <span className={classes.field}>{label}</span>}
      {!isOffer && <OperatorPart filter={filter} />}
      <ChoicePopover
        filter={filter}
        isOpen={isOpen}
        onOpen={onOpen}
        onAsk={() => chip.current?.querySelector<HTMLElement>('[aria-haspopup=dialog]')?.focus()}
        target={
          <button type="button" className={isOffer ? classes.offer : classes.value} onClick={() => onOpen(!isOpen)}>
            {isOffer && Icon !== undefined && <Icon size={14} stroke={1.75} aria-hidden />}
            {isOffer ? label : valueLabels(filter)}
          </button>
        }
      />
      {!isOffer && <RemoveButton filter={filter} />}
    </span>
  )
}

/** It goes with the filter: the focus is on the chip by then. */
const RemoveButton = ({ filter: { label, operator, onChange } }: { filter: Filter }) => (
  <button
    type="button"
    className={classes.remove}
    aria-label={t('Remove filter {{label}}', { label })}
    onClick={(event) => {
      event.currentTarget.parentElement?.querySelector<HTMLElement>('[aria-haspopup=dialog]')?.focus()
      onChange({ operator, selected: [] })
    }}
  >
    <IconX size={13} stroke={1.75} aria-hidden />
  </button>
)

/** A chip that goes with the focus on it leaves it to the first stop of its bar. */
function useFocusKeptInBar() {
  const chip = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = chip.current
    return () => {
      if (element?.contains(document.activeElement) === true) focusFirst(element.closest('[role=search]'))
    }
  }, [])
  return chip
}

export const focusFirst = (bar: Element | null): void => bar?.querySelector<HTMLElement>('input, button')?.focus()

function OperatorPart({ filter: { operators, operator, selected, onChange } }: { filter: Filter }) {
  const word = operators.find((each) => each.value === operator)?.label ?? operator
  if (operators.length < 2) return <span className={classes.operator}>{word}</span>
  return (
    <Menu
      position="bottom-start"
      target={
        <button type="button" className={classes.operator}>
          {word}
        </button>
      }
    >
      {operators.map(({ value, label }) => (
        <MenuItem key={value} onClick={() => onChange({ operator: value, selected: [...selected] })}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Three short names are said, more are counted. */
function valueLabels({ choices, selected }: Filter) {
  const words = selected.map((value) => choices.find((choice) => choice.value === value)?.label ?? value).join(', ')
  return selected.length > 3 || words.length > 30
    ? selected.length === 1
      ? words
      : t('{{count}} selected', { count: selected.length })
    : words
}

const choiceList = later(() => import('./choice-list.tsx').then((module) => module.ChoiceList))
const Choices = partOf(choiceList)
const Sheet = lazyDialog(() => import('../dialogs/sheet.tsx').then((module) => module.Sheet))

type ChoicePopoverProps = ChipProps & {
  target: ReactElement<ComponentProps<'button'>>
  /** Before a dialog takes the place of the choices: the focus goes to what stays, so that it comes back to it. */
  onAsk: () => void
}

/** A popover, on phones a sheet from below. */
function ChoicePopover({ filter, isOpen, onOpen, onAsk, target }: ChoicePopoverProps) {
  const isPhone = usePhone()
  const { ask } = filter
  if (ask?.isAlone === true) return cloneElement(target, { 'aria-haspopup': 'dialog', onClick: ask.onAsk })
  const choices = {
    choices: filter.choices,
    selected: filter.selected,
    search: filter.search,
    label: filter.label,
    onChange: (selected: string[]) => filter.onChange({ operator: filter.operator, selected }),
    footer: ask && <AskButton label={ask.label} onClick={() => (onAsk(), onOpen(false), ask.onAsk())} />,
  }
  if (isPhone) {
    return (
      <>
        {target}
        <Sheet opened={isOpen} onClose={() => onOpen(false)} size="70%" title={filter.label}>
          <Choices {...choices} />
        </Sheet>
      </>
    )
  }
  return (
    <Popover target={target} isOpen={isOpen} onOpen={onOpen} position="bottom-start" content={choiceList}>
      {(ChoiceList) => <ChoiceList {...choices} />}
    </Popover>
  )
}

const AskButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" onClick={onClick}>
    {label}
  </button>
)
