import { Modal } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { marked } from '../../features/search/result-labels.ts'
import { useSearch } from '../../features/search/search-choices.ts'
import type { Search } from '../../features/search/search-choices.ts'
import { useAppearance } from '../../shell/appearance.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { recentPlaces } from '../../shell/recent-places.ts'
import { useUser } from '../../stores/user-store.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import type { DestinationGroup } from '../navigation/navigation.ts'
import { actionsWith, pagesWith, recentWith } from './palette-entries.ts'
import type { Entry } from './palette-entries.ts'
import { foundEntry } from './palette-results.tsx'
import classes from './palette.module.css'

interface PaletteProps {
  groups: readonly DestinationGroup[]
  opened: boolean
  onClose: () => void
  onPreferences: () => void
}

/** Ctrl/⌘ K: one field for every page, record and action of this person; results by kind, verbs last. */
export function Palette({ opened, onClose, ...rest }: PaletteProps) {
  const isPhone = usePhone()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={600}
      padding={0}
      yOffset="12vh"
      centered={false}
      fullScreen={isPhone}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('Find anything') } }}
    >
      {opened && <Field onClose={onClose} {...rest} />}
    </Modal>
  )
}

/** Without a text: the recent pages, then all pages and actions. A complete code comes first, before pages. */
function useEntries(
  text: string,
  { groups, onPreferences }: Pick<PaletteProps, 'groups' | 'onPreferences'>,
  found: Search,
): Entry[] {
  const format = useFormat()
  const { subId, userPermissions: permissions } = useUser()
  const appearance = useAppearance()
  const pages = pagesWith(text, groups)
  const verbs = actionsWith(text, { permissions, ...appearance, onPreferences })
  if (text.trim() === '') return [...recentWith(recentPlaces(subId)), ...pages, ...verbs]
  const records = found.hits.map((hit) => foundEntry(hit, format))
  const isMeant = found.hits.some(({ matched }) => matched !== 'words')
  return isMeant ? [...records, ...pages, ...verbs] : [...pages, ...records, ...verbs]
}

function useOpening(onClose: () => void) {
  const go = useNavigateTo()
  return (entry: Entry | undefined, inTab: boolean): void => {
    if (!entry) return
    if (inTab && entry.href !== undefined) return void window.open(entry.href, '_blank', 'noopener')
    onClose()
    if (entry.run) entry.run()
    else if (entry.href !== undefined && go && !entry.isOutside) go(entry.href)
    else if (entry.href !== undefined) location.assign(entry.href)
  }
}

interface Picking {
  entries: readonly Entry[]
  found: Search
  open: (entry: Entry | undefined, inTab: boolean) => void
}

/** Which line is meant: the first until another was moved to. It keeps its place while others arrive around it. */
function usePicking({ entries, found, open }: Picking) {
  const [picked, setPicked] = useState<string | null>(null)
  const waiting = useRef<{ inTab: boolean } | null>(null)
  const place = entries.findIndex(({ key }) => key === picked)
  const at = Math.max(place, 0)
  // Enter before the answer has come: what it brings first is what was meant.
  useEffect(() => {
    if (waiting.current === null || found.isPending) return
    const { inTab } = waiting.current
    waiting.current = null
    open(entries[at], inTab)
  })
  const move = (to: number): void => setPicked(entries[Math.min(Math.max(to, 0), entries.length - 1)]?.key ?? null)
  const pressed = (event: KeyboardEvent): void => {
    const inTab = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowDown') move(at === entries.length - 1 ? 0 : at + 1)
    else if (event.key === 'ArrowUp') move(at === 0 ? entries.length - 1 : at - 1)
    else if (event.key === 'PageDown') move(at + 8)
    else if (event.key === 'PageUp') move(at - 8)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (found.isPending && place < 0) waiting.current = { inTab }
      else open(entries[at], inTab)
    } else return
    event.preventDefault()
  }
  const typed = (): void => {
    waiting.current = null
    setPicked(null)
  }
  return { at, pressed, typed }
}

function Field({ onClose, ...rest }: Omit<PaletteProps, 'opened'>) {
  const [text, setText] = useState('')
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // Focuses the field immediately: the dialog sets the focus a moment later, and keys typed before that would be lost.
  useEffect(() => field.current?.focus(), [])
  const found = useSearch(text)
  const entries = useEntries(text, rest, found)
  const open = useOpening(onClose)
  const { at, pressed, typed } = usePicking({ entries, found, open })
  return (
    <div className={classes.palette}>
      <div className={classes.field} data-busy={found.isPending || undefined}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          ref={field}
          data-autofocus
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t('Page, code, name, phone, email, key or ID')}
          aria-label={t('Find anything')}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={entries[at] ? `${list}-${at}` : undefined}
          onChange={(event) => (setText(event.currentTarget.value), typed())}
          onKeyDown={pressed}
        />
        <button type="button" className={classes.close} onClick={onClose} aria-label={t('Close, esc')}>
          {usePhone() ? <IconX size={18} stroke={1.75} aria-hidden /> : 'esc'}
        </button>
      </div>
      <Results entries={entries} at={at} list={list} onOpen={open} />
      <Foot text={text} found={found} count={entries.length} />
    </div>
  )
}

interface ResultsProps {
  entries: readonly Entry[]
  at: number
  list: string
  onOpen: (entry: Entry, inTab: boolean) => void
}

function Results({ entries, at, list, onOpen }: ResultsProps) {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return (
    <div id={list} className={classes.list} role="listbox" aria-label={t('Results')} hidden={entries.length === 0}>
      {kinds.map((kind) => (
        <div key={kind} role="group" aria-label={kind}>
          <div className={classes.kind} aria-hidden>
            {kind}
          </div>
          {entries.map((entry, index) =>
            entry.kind === kind ? (
              <Result key={entry.key} entry={entry} id={`${list}-${index}`} isActive={index === at} onOpen={onOpen} />
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

const isApart = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey || event.button === 1

function Result({
  entry,
  id,
  isActive,
  onOpen,
}: {
  entry: Entry
  id: string
  isActive: boolean
  onOpen: ResultsProps['onOpen']
}) {
  const { icon: Icon, code, label, detail, marks, trailing } = entry
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const open = (event: MouseEvent): void => onOpen(entry, isApart(event))
  return (
    <button
      type="button"
      ref={row}
      id={id}
      className={classes.result}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={open}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      {code !== undefined && code !== '' && (
        <span className={classes.code}>
          <Marked text={code} marks={marks} />
        </span>
      )}
      <span className={classes.label}>
        <Marked text={label} marks={marks} />
      </span>
      <small>{detail !== undefined && <Marked text={detail} marks={marks} />}</small>
      <span className={classes.state}>{trailing}</span>
    </button>
  )
}

const Marked = ({ text, marks }: { text: string; marks: readonly string[] }) =>
  marked(text, marks).map((part, index) =>
    part.isMarked ? <b key={index}>{part.text}</b> : <span key={index}>{part.text}</span>,
  )

const resultsLabel = (count: number): string => (count === 1 ? t('1 result') : t('{{count}} results', { count }))

/** Announces the number of results to people who do not see them, and says why there are none. */
function Foot({ text, found, count }: { text: string; found: Search; count: number }) {
  const isNothing = count === 0 && !found.isPending && !found.isFailed
  const announced = found.isPending || text === '' ? '' : resultsLabel(count)
  return (
    <>
      {isNothing && <div className={classes.none}>{t('Nothing found for “{{text}}”', { text })}</div>}
      {found.isFailed && (
        <div className={classes.failed} role="alert">
          {t('Pages and actions only: the search did not respond.')}
          <button type="button" onClick={found.again}>
            {t('Try again')}
          </button>
        </div>
      )}
      <div className={classes.keys} aria-hidden>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('move')}
        </span>
        <span>
          <kbd>↵</kbd> {t('open')}
        </span>
        <span>
          <kbd>{/mac/i.test(navigator.platform) ? '⌘' : 'ctrl'} ↵</kbd> {t('in a new tab')}
        </span>
      </div>
      <div className="visually-hidden" role="status">
        {isNothing ? t('Nothing found') : announced}
      </div>
    </>
  )
}
