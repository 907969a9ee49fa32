import { IconX, type TablerIcon } from '@tabler/icons-react'
import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
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
  /** The first is the default; one alone is not a menu. One without a value, as "is empty", is chosen by itself. */
  operators: readonly { value: string; label: string; hasNoValue?: boolean }[]
  operator: string
  choices: readonly Choice[]
  selected: readonly string[]
  /** With a search, the choices are the selected ones and those that the server found. Without it, they are complete. */
  search?: ChoiceSearch
  /** What no choice says is asked in place of the choices, from their last row on: "Custom dates…". */
  ask?: { label: string; form: (asking: { operator: string; onDone: () => void }) => ReactNode }
  /** The newest choice replaces the one before. */
  isSingle?: boolean
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
export function FilterChip({ filter: given, isOpen, onOpen }: ChipProps) {
  const { filter, onOperator } = useOperator(given, onOpen)
  const { label, icon: Icon, selected } = filter
  const isOffer = selected.length === 0
  const whole = isOffer ? undefined : wholeOperator(filter)
  const chip = useRef<HTMLSpanElement>(null)
  useFocusKeptInBar(chip)
  useKeptInView(chip, isOpen, isOffer)
  return (
    <span
      ref={chip}
      className={isOffer ? classes.offered : classes.chip}
      role={isOffer ? undefined : 'group'}
      aria-label={isOffer ? undefined : label}
    >
      {!isOffer && <span className={classes.field}>{label}</span>}
      {!isOffer && whole === undefined && <OperatorPart filter={filter} onOperator={onOperator} />}
      <ChoicePopover
        filter={filter}
        onOperator={onOperator}
        isOpen={isOpen}
        onOpen={onOpen}
        target={
          <button type="button" className={isOffer ? classes.offer : classes.value} onClick={() => onOpen(!isOpen)}>
            {isOffer && Icon !== undefined && <Icon size={14} aria-hidden />}
            {isOffer ? label : (whole?.label ?? valueLabels(filter))}
          </button>
        }
      />
      {!isOffer && <RemoveButton filter={filter} />}
    </span>
  )
}

const operatorNamed = ({ operators }: Filter, name: string) => operators.find(({ value }) => value === name)

/** An operator that says all by itself: "is empty". */
const wholeOperator = (filter: Filter) => {
  const operator = operatorNamed(filter, filter.operator)
  return operator?.hasNoValue === true ? operator : undefined
}

/** An operator that is chosen before its first value is not in the address yet: the chip remembers it. */
function useOperator(filter: Filter, onOpen: (isOpen: boolean) => void) {
  const [waiting, setWaiting] = useState<string | null>(null)
  const { selected } = filter
  const onOperator = (operator: string): void => {
    if (operatorNamed(filter, operator)?.hasNoValue === true) {
      setWaiting(null)
      filter.onChange({ operator, selected: [operator] })
      return onOpen(false)
    }
    const kept = wholeOperator(filter) === undefined ? [...selected] : []
    setWaiting(kept.length > 0 ? null : operator)
    // Values are chosen next.
    if (kept.length === 0) onOpen(true)
    if (selected.length > 0) filter.onChange({ operator, selected: kept })
  }
  const operator = selected.length === 0 && waiting !== null ? waiting : filter.operator
  const onChange: Filter['onChange'] = (change) => (setWaiting(null), filter.onChange(change))
  return { filter: { ...filter, operator, onChange }, onOperator }
}

interface ToggleChipProps {
  icon: TablerIcon
  isOn: boolean
  isBusy?: boolean
  onToggle: () => void
  children: ReactNode
}

/** A chip that is on or off, and has no values to choose from. */
export const ToggleChip = ({ icon: Icon, isOn, isBusy = false, onToggle, children }: ToggleChipProps) => (
  <button
    type="button"
    className={classes.offer}
    aria-pressed={isOn}
    aria-busy={isBusy || undefined}
    onClick={onToggle}
  >
    <Icon size={14} aria-hidden />
    {children}
  </button>
)

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
    <IconX size={13} aria-hidden />
  </button>
)

/** A chip that goes with the focus on it leaves it to the first stop of its bar. */
function useFocusKeptInBar(chip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = chip.current
    return () => {
      if (element?.contains(document.activeElement) === true) focusFirst(element.closest('[role=search]'))
    }
  }, [chip])
}

/** The chips scroll where there is little room: one that opens, closes, or gets its first value is scrolled into view. */
function useKeptInView(chip: RefObject<HTMLElement | null>, isOpen: boolean, isOffer: boolean): void {
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // The span around an offer has no box (`display: contents`), its button has one.
    const box = isOffer ? chip.current?.firstElementChild : chip.current
    const show = (): void => box?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (isOpen || wasOpen.current) show()
    wasOpen.current = isOpen
    if (!isOpen || !box?.parentElement) return undefined
    // With its first value the chip grows, and "Clear" takes room from the bar.
    const observer = new ResizeObserver(show)
    for (const element of [box, box.parentElement]) observer.observe(element)
    return () => observer.disconnect()
  }, [chip, isOpen, isOffer])
}

export const focusFirst = (bar: Element | null): void => bar?.querySelector<HTMLElement>('input, button')?.focus()

type OnOperator = (operator: string) => void

function OperatorPart({ filter: { operators, operator }, onOperator }: { filter: Filter; onOperator: OnOperator }) {
  const word = operators.find((each) => each.value === operator)?.label ?? operator
  const isPlain = operator === 'is' || undefined
  if (operators.length < 2)
    return (
      <span className={classes.operator} data-plain={isPlain}>
        {word}
      </span>
    )
  return (
    <Menu
      position="bottom-start"
      target={
        <button type="button" className={classes.operator} data-plain={isPlain}>
          {word}
        </button>
      }
    >
      {operators.map(({ value, label }) => (
        <MenuItem key={value} onClick={() => onOperator(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const isId = (value: string): boolean => /^[\da-f]{8}-[\da-f]{4}-/.test(value)

/** Names up to three short choices and counts them otherwise, because a chip has little room. An id without a name is counted. */
export function valueLabels({ choices, selected }: Pick<Filter, 'choices' | 'selected'>) {
  const labels = selected.map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
  const words = labels.join(', ')
  if (!labels.some(isId) && (selected.length === 1 || (selected.length <= 3 && words.length <= 30))) return words
  return t('{{count}} selected', { count: selected.length })
}

const choiceList = later(() => import('./choice-list.tsx').then((module) => module.ChoiceList))
const Choices = partOf(choiceList)
const Sheet = lazyDialog(() => import('../dialogs/sheet.tsx').then((module) => module.Sheet))

type ChoicePopoverProps = ChipProps & {
  onOperator: OnOperator
  target: ReactElement<ComponentProps<'button'>>
}

/** Opened again, a filter begins with its choices. */
function useAsking(isOpen: boolean) {
  const [isAsking, setAsking] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setAsking(false)
  }
  return [isAsking, () => setAsking(true)] as const
}

/** A popover, on phones a sheet from below. */
function ChoicePopover({ filter, onOperator, isOpen, onOpen, target }: ChoicePopoverProps) {
  const isPhone = usePhone()
  const [isAsking, onAsk] = useAsking(isOpen)
  const { ask, operator } = filter
  const isWhole = wholeOperator(filter) !== undefined
  // "Is empty" has no values, so a choice that is made under it begins with the first operator.
  const asked = isWhole ? (filter.operators[0]?.value ?? operator) : operator
  const choose = (values: string[]) => {
    filter.onChange({ operator: asked, selected: filter.isSingle === true ? values.slice(-1) : values })
  }
  const choices = {
    choices: filter.choices,
    selected: isWhole ? [] : filter.selected,
    search: filter.search,
    label: filter.label,
    operators: filter.operators,
    operator,
    onOperator,
    onChange: choose,
    footer: ask && <AskButton label={ask.label} onClick={onAsk} />,
    instead: isAsking && ask?.form({ operator: asked, onDone: () => onOpen(false) }),
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
