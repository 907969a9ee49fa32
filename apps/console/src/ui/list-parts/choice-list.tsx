import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './choice-list.module.css'
import { number, t } from '../base/translate.ts'

export type Choice = { value: string; label: string; glyph?: ReactNode; count?: number; isDisabled?: boolean }

/** The server searches: told of what is typed, it changes the choices. */
export type ChoiceSearch = { onText: (text: string) => void; isBusy: boolean }

type ChoiceListProps = {
  choices: readonly Choice[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  label: string
  /** From this many on a search field stands above. */
  searchFrom?: number
  search?: ChoiceSearch
  footer?: ReactNode
}

/** Many of many: a search field, rows with a check, arrows move, Space checks. */
export function ChoiceList({ choices, selected, onChange, label, searchFrom = 8, search, footer }: ChoiceListProps) {
  const [text, setText] = useState('')
  const asked = text.trim().toLowerCase()
  const shown =
    asked === '' || search !== undefined
      ? choices
      : choices.filter((choice) => choice.label.toLowerCase().includes(asked))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows of all rows inside
    <div className={classes.choices} role="group" aria-label={label} onKeyDown={moveByArrows}>
      {(search !== undefined || choices.length >= searchFrom) && (
        <TextInput
          className={classes.search}
          data-autofocus
          aria-label={t('Search')}
          placeholder={t('Search')}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          value={text}
          rightSection={search?.isBusy === true && <Loader size={13} />}
          onChange={(event) => {
            setText(event.currentTarget.value)
            search?.onText(event.currentTarget.value)
          }}
        />
      )}
      <div className={classes.list}>
        {shown.map((choice) => (
          <Row
            key={choice.value}
            choice={choice}
            isChecked={selected.includes(choice.value)}
            onCheck={(isChecked) => onChange(withChoice(selected, choice.value, isChecked))}
          />
        ))}
        {shown.length === 0 && (
          <p className={classes.none}>{search?.isBusy === true ? t('Searching…') : t('Nothing matches')}</p>
        )}
      </div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </div>
  )
}

const withChoice = (selected: readonly string[], value: string, isChecked: boolean) =>
  isChecked ? [...selected, value] : selected.filter((each) => each !== value)

const Row = ({
  choice,
  isChecked,
  onCheck,
}: {
  choice: Choice
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}) => (
  <label className={classes.row} data-disabled={choice.isDisabled || undefined}>
    <input
      type="checkbox"
      className={classes.check}
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
    <span>{choice.label}</span>
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
