import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './choice-list.module.css'
import { number, t } from '../base/translate.ts'

export type Choice = {
  value: string
  label: string
  /** Tells apart those of the same label. */
  detail?: string
  glyph?: ReactNode
  count?: number
  isDisabled?: boolean
}

/**
 * The caller searches, mostly on the server: `onText`, which is always the same function, receives the text, an empty one when
 * the list opens and when it closes, and the caller passes other choices.
 */
export type ChoiceSearch = {
  onText: (text: string) => void
  isBusy: boolean
  /** What it finds by. */
  placeholder?: string | undefined
  /** Why nothing is found, where it is not that nothing matches. */
  notice?: string | undefined
}

type ChoiceListProps = {
  choices: readonly Choice[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  label: string
  /** A list with at least this many choices has a search field above it. */
  searchFrom?: number
  search?: ChoiceSearch
  footer?: ReactNode
  /** Drawn in place of the choices: the form for what they do not hold. */
  instead?: ReactNode
  /** Of a filter: how the choices are meant, "is" or "is not"; one alone is not shown. */
  operators?: readonly { value: string; label: string }[]
  operator?: string
  onOperator?: (operator: string) => void
}

/** Many of many: a search field, rows with a check, arrows move, Space checks. */
export const ChoiceList = ({ instead = false, ...props }: ChoiceListProps) =>
  instead === false ? <Choices {...props} /> : <Instead label={props.label}>{instead}</Instead>

/** It has the focus until the form is loaded, which then takes it: Escape closes all the while. */
const Instead = ({ label, children }: { label: string; children: ReactNode }) => (
  <div ref={focusFirst} className={classes.instead} role="group" aria-label={label} tabIndex={-1}>
    {children}
  </div>
)

const focusFirst = (element: HTMLElement | null): void => element?.focus()

function Choices(props: ChoiceListProps) {
  const { choices, selected, onChange, label, searchFrom = 8, search, footer } = props
  const [text, setText] = useState('')
  useEmptyText(search?.onText)
  const asked = text.trim().toLowerCase()
  const shown =
    asked === '' || search !== undefined
      ? choices
      : choices.filter((choice) => choice.label.toLowerCase().includes(asked))
  // What is chosen stays in the list, also when the search found nothing besides.
  const hasFound = shown.some(({ value }) => !selected.includes(value))
  const hasSearch = search !== undefined || choices.length >= searchFrom
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows of all rows inside
    <div className={classes.choices} role="group" aria-label={label} onKeyDown={moveByArrows}>
      <Operators {...props} />
      {hasSearch && (
        <TextInput
          className={classes.search}
          data-autofocus
          aria-label={t('Search')}
          placeholder={search?.placeholder ?? t('Search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          rightSection={search?.isBusy === true && <Loader size={13} />}
          onChange={(event) => {
            setText(event.currentTarget.value)
            search?.onText(event.currentTarget.value)
          }}
        />
      )}
      <div className={classes.list}>
        {shown.map((choice, at) => (
          <Row
            key={choice.value}
            choice={choice}
            isFirst={at === 0 && !hasSearch}
            isChecked={selected.includes(choice.value)}
            onCheck={(isChecked) => onChange(withChoice(selected, choice.value, isChecked))}
          />
        ))}
        {!hasFound && (shown.length === 0 || (search !== undefined && asked !== '')) && (
          <p className={classes.none} role="status">
            {search?.isBusy === true ? t('Searching…') : (search?.notice ?? t('Nothing matches'))}
          </p>
        )}
      </div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </div>
  )
}

/** The field is empty whenever the list opens, and so is what is searched for. */
function useEmptyText(onText: ChoiceSearch['onText'] | undefined) {
  useEffect(() => {
    onText?.('')
    return () => onText?.('')
  }, [onText])
}

const withChoice = (selected: readonly string[], value: string, isChecked: boolean) =>
  isChecked ? [...selected, value] : selected.filter((each) => each !== value)

/** Above the choices. The focus begins at the first choice and not here. */
const Operators = ({ operators = [], operator, onOperator }: ChoiceListProps) =>
  operators.length > 1 && (
    <div className={classes.operators} role="group" aria-label={t('Filter by')}>
      {operators.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === operator} onClick={() => onOperator?.(value)}>
          {label}
        </button>
      ))}
    </div>
  )

const Row = ({
  choice,
  isFirst,
  isChecked,
  onCheck,
}: {
  choice: Choice
  /** The focus begins here. */
  isFirst: boolean
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}) => (
  <label className={classes.row} data-disabled={choice.isDisabled || undefined}>
    <input
      type="checkbox"
      className={classes.check}
      data-autofocus={isFirst || undefined}
      checked={isChecked}
      disabled={choice.isDisabled}
      onChange={(event) => onCheck(event.currentTarget.checked)}
    />
    {/* The word says it. */}
    {choice.glyph !== undefined && (
      <span className={classes.glyph} aria-hidden>
        {choice.glyph}
      </span>
    )}
    <span>
      {choice.label}
      {choice.detail !== undefined && <em className={classes.detail}>{choice.detail}</em>}
    </span>
    {choice.count !== undefined && <small>{number(choice.count)}</small>}
  </label>
)

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not(:disabled), button')]
  const next = stops.findIndex((stop) => stop === document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  event.preventDefault()
  stops.at(next % stops.length)?.focus()
}
