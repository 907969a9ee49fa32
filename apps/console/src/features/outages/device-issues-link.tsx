import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { later, lazyDialog, partOf } from '../../ui/base/lazy.tsx'
import { IssueCount } from '../../ui/data-table/cells.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Popover } from '../../ui/dialogs/overlay.tsx'
import classes from './device-issues.module.css'

const list = later(() => import('./device-issues-list.tsx').then((module) => module.DeviceIssuesList))
const DeviceIssuesList = partOf(list)
const Sheet = lazyDialog(() => import('../../ui/dialogs/sheet.tsx').then((module) => module.Sheet))

interface IssuesProps {
  locationId: string
  /** "104217 Balti jaam". */
  locationName: string
  count: number
  /** "Lock jam 1, no contact 2". */
  summary: string
}

/** How long the pointer rests before the list opens, and how long it stays for a pointer on its way into it. */
const opensAfterMs = 250
const closesAfterMs = 200

/**
 * How many issues, as a link to the location with what has them. The pointer opens their list; the button beside it does the same for
 * the keyboard, and takes the focus into it.
 */
export function DeviceIssuesLink({ locationId, locationName, count, summary }: IssuesProps) {
  const may = useCanCall(listLocationDevices)
  const [opened, setOpened] = useState<'by_pointer' | 'by_button' | null>(null)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = (next: 'by_pointer' | null, ms: number): void => {
    clearTimeout(timer.current)
    // What the keyboard opened stays, wherever the pointer happens to be.
    timer.current = window.setTimeout(() => setOpened((now) => (now === 'by_button' ? now : next)), ms)
  }
  const link = (
    <Link href={`/locations/${locationId}?devices=issues`}>
      <IssueCount count={count} summary={summary} hasTip={!may} />
    </Link>
  )
  if (!may) return link
  return (
    <span
      className={classes.cell}
      onMouseEnter={() => soon('by_pointer', opensAfterMs)}
      onMouseLeave={() => soon(null, closesAfterMs)}
    >
      {/* First, so that the keys of the table find it: its list leads to where the link leads as well. */}
      <Popover
        target={
          <button
            type="button"
            className={classes.more}
            aria-label={t('List the issues for {{location}}', { location: locationName })}
            onClick={() => setOpened(opened === 'by_button' ? null : 'by_button')}
          >
            <IconChevronDown size={12} stroke={2.25} aria-hidden />
          </button>
        }
        isOpen={opened !== null}
        onOpen={(isOpen) => setOpened(isOpen ? 'by_button' : null)}
        keepsFocus={opened === 'by_pointer'}
        position="bottom-start"
        content={list}
      >
        {(List) => (
          <div className={classes.popover} role="group" aria-label={t('Issues')}>
            <List locationId={locationId} takesFocus={opened === 'by_button'} />
          </div>
        )}
      </Popover>
      {link}
    </span>
  )
}

/** On a phone: the worst in words below the card, and on a tap all of them. */
export function DeviceIssuesButton({
  locationId,
  locationName,
  worst,
}: Omit<IssuesProps, 'count' | 'summary'> & { worst: string }) {
  const may = useCanCall(listLocationDevices)
  const [isOpen, setOpen] = useState(false)
  const words = (
    <>
      <IconAlertCircle size={16} aria-hidden />
      {worst}
    </>
  )
  if (!may)
    return (
      <Link className={classes.worst} href={`/locations/${locationId}?devices=issues`}>
        {words}
      </Link>
    )
  return (
    <>
      <button type="button" className={classes.worst} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words}
        <IconChevronDown size={16} aria-hidden />
      </button>
      <Sheet
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="auto"
        title={t('Issues, {{location}}', { location: locationName })}
      >
        <DeviceIssuesList locationId={locationId} />
      </Sheet>
    </>
  )
}
