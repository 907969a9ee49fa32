import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FilterChip, focusFirst, type Filter } from './filter-chip.tsx'
import classes from './filter-bar.module.css'
import { Menu, MenuItem } from '../dialogs/overlay.tsx'
import { t } from '../base/translate.ts'

type FilterBarProps = {
  search?: { value: string; placeholder: string; onChange: (value: string) => void }
  filters: readonly Filter[]
  onClear: () => void
  /** Before the filters: what changes the order. */
  lead?: ReactNode
  /** TableControls, where the list is a table. */
  controls?: ReactNode
  /** On a phone, after the filters: the export. */
  last?: ReactNode
  /** "428 of 431", or a switch that belongs to this list. */
  children?: ReactNode
}

/**
 * Search, then chips; dashed ones offer more; clear, columns, density at the right. Where there is little room the search
 * takes the first line, and the chips scroll sideways in the second. The order on the screen is the order of Tab and of a screen reader.
 */
export function FilterBar({ search, filters, onClear, lead, controls, last, children }: FilterBarProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const isShown = (filter: Filter) => isSet(filter) || filter.isOffered === true || filter.id === openId
  const waiting = filters.filter((filter) => !isShown(filter))
  const ordered = useSetFirst(filters, openId !== null)
  const isFiltered = filters.some(isSet) || (search !== undefined && search.value !== '')
  return (
    <div className={classes.bar} role="search">
      {search !== undefined && <SearchField {...search} />}
      <div className={classes.chips}>
        {lead}
        {ordered.filter(isShown).map((filter) => (
          <FilterChip
            key={filter.id}
            filter={filter}
            isOpen={openId === filter.id}
            onOpen={(isOpen) => setOpenId(isOpen ? filter.id : null)}
          />
        ))}
        {waiting.length > 0 && <MoreFilters filters={waiting} onChoose={setOpenId} />}
        {last !== undefined && <span className={classes.last}>{last}</span>}
      </div>
      <div className={classes.end}>
        {children}
        {isFiltered && (
          <button
            type="button"
            className={classes.clear}
            onClick={(event) => {
              // It goes with the filters.
              focusFirst(event.currentTarget.closest('[role=search]'))
              onClear()
            }}
          >
            {t('Clear')}
          </button>
        )}
        {controls}
      </div>
    </div>
  )
}

const isSet = ({ selected }: Filter): boolean => selected.length > 0

/**
 * What is set comes first, because where there is little room the rest is beyond the edge. While choices are open no chip moves,
 * and one that is emptied keeps its place, with the focus that it has, until another one is set.
 */
function useSetFirst(filters: readonly Filter[], isOpen: boolean): readonly Filter[] {
  const set = filters.filter(isSet).map(({ id }) => id)
  const [first, setFirst] = useState<readonly string[]>(set)
  if (!isOpen && set.some((id) => !first.includes(id))) setFirst(set)
  const isFirst = ({ id }: Filter): boolean => first.includes(id)
  return [...filters.filter(isFirst), ...filters.filter((filter) => !isFirst(filter))]
}

const MoreFilters = ({ filters, onChoose }: { filters: readonly Filter[]; onChoose: (id: string) => void }) => (
  <Menu
    position="bottom-start"
    target={
      <button type="button" className={classes.offer}>
        <IconPlus size={14} aria-hidden />
        {t('Filter')}
      </button>
    }
  >
    {filters.map(({ id, label, icon: Icon }) => (
      <MenuItem key={id} leftSection={Icon && <Icon size={15} />} onClick={() => onChoose(id)}>
        {label}
      </MenuItem>
    ))}
  </Menu>
)

/** Asks 250 ms after the last key, at once on Enter. A value set from outside (a link, Clear) replaces what was typed. */
export function SearchField({
  value,
  placeholder,
  onChange,
}: {
  value: string
  placeholder: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef(0)
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (wanted: string, afterMs: number) => {
    setText(wanted)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      setKnown(wanted.trim())
      onChange(wanted.trim())
    }, afterMs)
  }
  return (
    <label className={classes.search} style={{ '--letters': placeholder.length }}>
      <IconSearch size={15} aria-hidden />
      <input
        type="search"
        value={text}
        placeholder={placeholder}
        aria-label={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => ask(event.currentTarget.value, 250)}
        onKeyDown={(event) => event.key === 'Enter' && ask(text, 0)}
      />
    </label>
  )
}
