import { Modal } from '@mantine/core'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { listLocations } from '@wheelhouse/contract/locations.ts'
import { read } from '../lib/api.ts'
import { useMayCall } from '../lib/can.ts'
import { t } from '../lib/i18n.ts'
import { useNavigateTo } from '../ui/link.tsx'
import type { DestinationGroup } from './navigation.ts'
import classes from './palette.module.css'

interface Found {
  key: string
  kind: string
  label: string
  dim: string
  icon: TablerIcon
  href: string
}

/** Ctrl/⌘ K: one field for the pages and locations of this person, results by kind. */
export function Palette({ groups, isOpen, onClose }: { groups: readonly DestinationGroup[]; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={560}
      padding={0}
      yOffset="12vh"
      centered={false}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('Find anything') } }}
    >
      {isOpen && <Field groups={groups} onClose={onClose} />}
    </Modal>
  )
}

function Field({ groups, onClose }: { groups: readonly DestinationGroup[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const go = useNavigateTo()
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // At once: the dialog's own focus comes a moment later, and what is typed meanwhile would be lost.
  useEffect(() => field.current?.focus(), [])
  const found = [...pagesWith(text, groups), ...useLocationsWith(text.trim())]
  const open = (one: Found | undefined): void => {
    if (!one) return
    onClose()
    if (one.href.startsWith('/')) go?.(one.href)
    else location.assign(one.href)
  }
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') open(found[at])
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.palette}>
      <div className={classes.field}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          ref={field}
          data-autofocus
          value={text}
          placeholder={t('Page, location code, name or address')}
          aria-label={t('Find anything')}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
          onChange={(event) => (setText(event.currentTarget.value), setAt(0))}
          onKeyDown={pressed}
        />
      </div>
      <div id={list} className={classes.list} role="listbox" aria-label={t('Results')}>
        {found.map((one, index) => (
          <Result
            key={one.key}
            one={one}
            id={`${list}-${index}`}
            isFirst={found[index - 1]?.kind !== one.kind}
            isActive={index === at}
            onOpen={() => open(one)}
          />
        ))}
        {found.length === 0 && <div className={classes.none}>{t('Nothing found for “{{text}}”', { text })}</div>}
      </div>
    </div>
  )
}

function Result({
  one,
  id,
  isFirst,
  isActive,
  onOpen,
}: {
  one: Found
  id: string
  isFirst: boolean
  isActive: boolean
  onOpen: () => void
}) {
  const Icon = one.icon
  return (
    <>
      {isFirst && (
        <div className={classes.kind} role="presentation">
          {one.kind}
        </div>
      )}
      <button
        type="button"
        id={id}
        className={classes.result}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        ref={(element) => (isActive ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
        onClick={onOpen}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
        <span>{one.label}</span>
        <small>{one.dim}</small>
      </button>
    </>
  )
}

function pagesWith(text: string, groups: readonly DestinationGroup[]): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const pages = groups.flatMap((group) =>
    group.destinations.flatMap(({ label, icon, path, children }) => {
      const page = (name: string, href: string): Found => ({
        key: `page ${name} ${href}`,
        kind: t('Pages'),
        label: name,
        dim: t(group.label),
        icon,
        href,
      })
      return children
        ? children.map((child) =>
            page(child.label.length < 8 ? `${t(label)}, ${t(child.label).toLowerCase()}` : t(child.label), child.path),
          )
        : [page(t(label), path)]
    }),
  )
  return pages.filter(({ label, dim }) => words.every((word) => `${label} ${dim}`.toLowerCase().includes(word)))
}

function useLocationsWith(q: string): Found[] {
  const mayList = useMayCall(listLocations)
  const { data } = useQuery({
    ...read(listLocations, { query: { q, limit: 6 } }),
    enabled: mayList && q.length >= 2,
    placeholderData: keepPreviousData,
  })
  if (q.length < 2) return []
  return (data?.items ?? []).map(({ id, code, label, address }) => ({
    key: id,
    kind: t('Locations'),
    label: `${code}  ${label}`,
    dim: address,
    icon: IconMapPin,
    href: `/locations/${id}`,
  }))
}
