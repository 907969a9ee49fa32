import { Modal } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useSendable } from '../../features/commands/command-offers.ts'
import { foundKinds } from '../../features/search/result-labels.ts'
import { useSearch } from '../../features/search/search-choices.ts'
import type { Search } from '../../features/search/search-choices.ts'
import { useAppearance } from '../../shell/appearance.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { recentPlaces } from '../../shell/recent-places.ts'
import { useOwnViews } from '../../lists/saved-views.ts'
import { useUser } from '../../stores/user-store.ts'
import { takeTypedAhead } from '../../ui/base/typed-ahead.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import type { DestinationGroup } from '../navigation/navigation.ts'
import { actionsOf, hasActions } from './palette-actions.ts'
import { actionsWith, exportsWith, pagesWith, recentWith, viewsWith } from './palette-entries.ts'
import type { Entry } from './palette-entries.ts'
import { Results } from './palette-list.tsx'
import { requestIn } from './palette-request.ts'
import { foundEntry } from './palette-results.tsx'
import { holdsAll, wordsIn } from './palette-words.ts'
import classes from './palette.module.css'

interface PaletteProps {
  groups: readonly DestinationGroup[]
  opened: boolean
  onClose: () => void
  onPreferences: () => void
  onKeys: () => void
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

const viewsAtMost = 5

/**
 * Without a text: what was open last, saved views, and what can be done. With one: pages and records, a complete code first,
 * with what can be done there. A code with an action beside it shows that action first.
 */
function useEntries(text: string, props: Pick<PaletteProps, 'groups' | 'onPreferences' | 'onKeys'>, found: Search) {
  const format = useFormat()
  const { subId, userPermissions: permissions } = useUser()
  const doer = { permissions, sendable: useSendable() }
  const saved = useOwnViews()
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const verbs = actionsWith(text, { permissions, ...useAppearance(), ...props })
  const { groups } = props
  if (text.trim() === '')
    return [...recentWith(recentPlaces(subId)), ...viewsWith('', saved, groups).slice(0, viewsAtMost), ...verbs]
  const request = requestIn(text)
  // During an update a newer server may find kinds that this console has no page for.
  const known = found.hits.filter(({ type }) => type in foundKinds)
  const records = known.map((hit) => ({
    ...foundEntry(hit, format),
    ...(hasActions(hit, doer) ? { actions: () => actionsOf(hit, doer) } : {}),
  }))
  const meant = known.find(({ matched }) => matched !== 'words')
  const asked = meant === undefined ? [] : actionsOf(meant, doer, request)
  if (request.words.length > 0) return [...asked, ...records, ...verbs]
  const pages = [...pagesWith(text, groups), ...viewsWith(text, saved, groups)]
  const others = [...exportsWith(text, groups, here), ...verbs]
  return meant === undefined ? [...pages, ...records, ...others] : [...records, ...asked, ...pages, ...others]
}

function useOpening(onClose: () => void) {
  const go = useNavigateTo()
  return (entry: Entry | undefined, inTab: boolean): void => {
    if (!entry || entry.whyNot !== undefined) return
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
  isEntered: boolean
  open: (entry: Entry | undefined, inTab: boolean) => void
  /** Into what can be done with it. False: nothing can. */
  onActions: (entry: Entry | undefined) => boolean
}

/** Which line is meant: the first until another was moved to. It keeps its place while others arrive around it. */
function usePicking({ entries, found, isEntered, open, onActions }: Picking) {
  const [picked, setPicked] = useState<string | null>(null)
  const waiting = useRef<{ inTab: boolean } | null>(isEntered ? { inTab: false } : null)
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
  const moves: Record<string, () => void> = {
    ArrowDown: () => move(at === entries.length - 1 ? 0 : at + 1),
    ArrowUp: () => move(at === 0 ? entries.length - 1 : at - 1),
    PageDown: () => move(at + 8),
    PageUp: () => move(at - 8),
  }
  const enter = (inTab: boolean): void => {
    if (found.isPending && place < 0) waiting.current = { inTab }
    else open(entries[at], inTab)
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isForward = event.key === 'Tab' && !event.shiftKey
    const isRight =
      event.key === 'ArrowRight' && event.currentTarget.selectionStart === event.currentTarget.value.length
    const moving = moves[event.key]
    if (moving) moving()
    else if (isForward || isRight) {
      if (!onActions(entries[at])) return
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter(event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  const typed = (): void => {
    waiting.current = null
    setPicked(null)
  }
  return { at, pressed, typed }
}

/** What was typed while the code of the field was on its way. */
function useFirstText() {
  const [ahead] = useState(takeTypedAhead)
  return ahead
}

function Field({ onClose, ...rest }: Omit<PaletteProps, 'opened'>) {
  const ahead = useFirstText()
  const [text, setText] = useState(ahead.text)
  const [of, setOf] = useState<Entry | null>(null)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // Focuses the field immediately: the dialog sets the focus a moment later, and keys typed before that would be lost.
  useLayoutEffect(() => field.current?.focus(), [])
  const found = useSearch(of === null ? requestIn(text).target : '')
  const all = useEntries(text, rest, found)
  const entries = of === null ? all : actionsNamed(of, text)
  const open = useOpening(onClose)
  const into = (entry: Entry | null): void => (setOf(entry), setText(''), typed(), field.current?.focus())
  const onActions = (entry: Entry | undefined): boolean => {
    if (entry?.actions === undefined) return false
    into(entry)
    return true
  }
  const { at, pressed, typed } = usePicking({ entries, found, isEntered: ahead.isEntered, open, onActions })
  const chosen = entries[at]
  return (
    <div className={classes.palette}>
      <div className={classes.field} data-busy={found.isPending || undefined}>
        {of === null ? <IconSearch size={16} aria-hidden /> : <Scope of={of} onLeave={() => into(null)} />}
        <input
          ref={field}
          data-autofocus
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={of === null ? t('Page, code, name, phone, email, key or ID') : t('What to do there')}
          aria-label={of === null ? t('Find anything') : t('Actions of {{name}}', { name: nameOf(of) })}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={chosen ? `${list}-${at}` : undefined}
          onChange={(event) => (setText(event.currentTarget.value), typed())}
          onKeyDown={(event) => (of !== null && text === '' && event.key === 'Backspace' ? into(null) : pressed(event))}
        />
        <button type="button" className={classes.close} onClick={onClose} aria-label={t('Close, esc')}>
          {usePhone() ? <IconX size={18} aria-hidden /> : 'esc'}
        </button>
      </div>
      <Results entries={entries} at={at} list={list} onOpen={open} onActions={into} />
      <Foot text={text} found={found} count={entries.length} hasActions={chosen?.actions !== undefined} />
    </div>
  )
}

const nameOf = ({ code, label }: Entry): string => (code === undefined || code === '' ? label : code)

const actionsNamed = ({ actions }: Entry, text: string): Entry[] =>
  (actions?.() ?? []).filter(({ label }) => holdsAll(label, wordsIn(text)))

/** What the actions are of; Backspace in the empty field leaves it. */
const Scope = ({ of, onLeave }: { of: Entry; onLeave: () => void }) => (
  <button type="button" className={classes.scope} aria-label={t('Back to all results')} onClick={onLeave}>
    {nameOf(of)}
    <IconX size={12} stroke={2.25} aria-hidden />
  </button>
)

const resultsLabel = (count: number): string => (count === 1 ? t('1 result') : t('{{count}} results', { count }))

interface FootProps {
  text: string
  found: Search
  count: number
  /** The chosen line leads to actions. */
  hasActions: boolean
}

/** A search for a person by a part of a number would find strangers, so it takes the whole one. */
const hintFor = (text: string): string | null =>
  /^\+?[\d\s-]{4,}$/.test(text.trim()) ? t('A phone number, a PIN or a card is found only when it is complete.') : null

/** Announces the number of results to people who do not see them, and says why there are none. */
function Foot({ text, found, count, hasActions: isMore }: FootProps) {
  const isNothing = count === 0 && !found.isPending && !found.isFailed
  const announced = found.isPending || text === '' ? '' : resultsLabel(count)
  return (
    <>
      {isNothing && (
        <div className={classes.none}>
          {t('Nothing found for “{{text}}”', { text })}
          {hintFor(text) !== null && <p>{hintFor(text)}</p>}
        </div>
      )}
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
        {isMore && (
          <span>
            <kbd>tab</kbd> {t('actions')}
          </span>
        )}
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
