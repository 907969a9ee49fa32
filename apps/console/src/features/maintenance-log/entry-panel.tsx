import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  commentOnLogEntry,
  deleteLogEntry,
  getLogEntry,
  updateLogEntry,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { isNotFound } from '../../http/api-error.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { ConsoleUserLink } from '../console-users/console-user-link.tsx'
import { DeviceLink } from '../devices/device-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { refOf } from './entry-address.ts'
import type { EntryRef } from './entry-address.ts'
import { Cost, Due, Priority, Status } from './entry-columns.tsx'
import { EditEntryDialog } from './entry-dialogs.tsx'
import { entryName, logResourceLabels, logTypeLabels, minutesText } from './entry-labels.ts'
import { EntryMoves, MoveDialog, useMoves } from './entry-moves.tsx'
import { AddPhotoButton, EntryPhotos } from './entry-photos.tsx'
import { QuickText } from './quick-text.tsx'
import classes from './maintenance-log.module.css'

interface OpenEntryProps {
  entry: EntryRef
  isEdited: boolean
  /** Events belong to another feature: the application puts them in. */
  history: ((entry: EntryRef) => ReactNode) | undefined
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The entry that the address names, from wherever it was opened: read, or edited. */
export function OpenEntry({ entry: ref, isEdited, history, onEdit, onClose }: OpenEntryProps) {
  const params = { location_id: ref.location_id, log_entry_id: ref.log_entry_id }
  const entry = useLive(getLogEntry, { params }, { isQuiet: true })
  const mayUpdate = useCanCall(updateLogEntry)
  // An entry that another person deletes while the panel is open stays visible with a notice.
  const isGone = isNotFound(entry.error)
  return (
    <ThingPanel
      query={entry}
      failed={getLogEntry.says.failed}
      missing={notFoundText(t('log entry'))}
      isGoneSaid
      bones={<Skeleton lines={10} />}
      title={t('Log entry')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <EntryPanel entry={found} isGone={isGone} history={history} onEdit={() => onEdit(true)} onClose={onClose} />
          {isEdited && mayUpdate && <EditEntryDialog entry={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

interface EntryPanelProps extends Pick<OpenEntryProps, 'history' | 'onClose'> {
  entry: LogEntryDetails
  isGone: boolean
  onEdit: () => void
}

const isClosed = ({ status }: LogEntryDetails): boolean => status === 'verified' || status === 'cancelled'

function EntryPanel({ entry, isGone, history, onEdit, onClose }: EntryPanelProps) {
  const moves = useMoves()
  const isPhone = usePhone()
  const mayEdit = useCanCall(updateLogEntry) && !isClosed(entry)
  return (
    <SidePanel
      onClose={onClose}
      title={`${entryName(entry)} ${entry.location_label}`}
      trailing={<Status status={entry.status} />}
      actions={
        isGone ? undefined : (
          <>
            <EntryMoves entry={entry} moves={moves} onEdit={isPhone && mayEdit ? onEdit : undefined} />
            <AddPhotoButton entry={entry} isShort />
            {mayEdit && !isPhone && (
              <ActionIcon variant="subtle" aria-label={t('Edit')} onClick={onEdit}>
                <IconPencil size={16} />
              </ActionIcon>
            )}
            <DeleteEntry entry={entry} onDone={onClose} />
          </>
        )
      }
    >
      {isGone && (
        <p className={classes.gone} role="status">
          {t('This log entry was deleted.')}
        </p>
      )}
      <p className={classes.description}>{entry.description}</p>
      <Reasons entry={entry} />
      <Facts entry={entry} />
      <EntryPhotos entry={entry} />
      <Comments entry={entry} isGone={isGone} />
      {history && (
        <section className={classes.section}>
          <h3>{t('Event history')}</h3>
          {history(refOf(entry))}
        </section>
      )}
      {moves.asked && <MoveDialog asked={{ ...moves.asked, entry }} onClose={moves.close} />}
    </SidePanel>
  )
}

const DeleteEntry = ({ entry, onDone }: { entry: LogEntryDetails; onDone: () => void }) => (
  <ActionButton
    route={deleteLogEntry}
    input={{ params: refOf(entry), version: entry.version }}
    label={t('Delete')}
    icon={IconTrash}
    isIconOnly
    confirm={{
      title: t('Delete {{label}}?', { label: entryName(entry) }),
      children: t('The entry, its photos and its comments are deleted. Its history stays in the audit log.'),
      isDanger: true,
      keepLabel: t('Keep entry'),
    }}
    onDone={onDone}
  />
)

/** What it waits for, or how it ended: the first thing that the next person wants to know. */
const Reasons = ({ entry }: { entry: LogEntryDetails }) => (
  <>
    {entry.reason !== '' && (
      <p className={classes.reason} data-kind="blocked">
        <strong>{t('Blocked')}</strong> {entry.reason}
      </p>
    )}
    {entry.resolution !== '' && (
      <p className={classes.reason}>
        <strong>{entry.status === 'cancelled' ? t('Cancelled') : t('Resolution')}</strong> {entry.resolution}
      </p>
    )}
  </>
)

function Facts({ entry }: { entry: LogEntryDetails }) {
  const hasFirmware = entry.new_firmware_version !== ''
  return (
    <KeyValueGrid
      items={[
        { label: t('Priority'), value: <Priority priority={entry.priority} /> },
        { label: t('Due'), value: <Due {...entry} /> },
        { label: t('Type'), value: t(logTypeLabels[entry.type]) },
        {
          label: t('Location'),
          value: <LocationLink id={entry.location_id} label={entry.location_label} code={entry.location_code} />,
        },
        { label: t('Targets'), value: <Targets entry={entry} /> },
        { label: t('Assignee'), value: personOf(entry.assignee_id, entry.assignee_name) },
        { label: t('Resource'), value: t(logResourceLabels[entry.resource]) },
        ...(hasFirmware
          ? [{ label: t('Firmware'), value: `${entry.old_firmware_version} → ${entry.new_firmware_version}` }]
          : []),
        {
          label: t('Time spent'),
          value: entry.time_spent_minutes === 0 ? null : minutesText(entry.time_spent_minutes),
        },
        { label: t('Cost'), value: entry.cost === null ? null : <Cost {...entry} /> },
        { label: t('Status since'), value: <RelativeTime at={entry.status_at} /> },
        ...(entry.plan_name === null ? [] : [{ label: t('Planned work'), value: entry.plan_name }]),
        {
          label: t('Created'),
          value: (
            <By person={personOf(entry.created_by, entry.created_by_name)}>
              <RelativeTime at={entry.created_at} />
            </By>
          ),
        },
        ...(entry.resolved_at === null
          ? []
          : [
              {
                label: t('Resolved'),
                value: (
                  <By person={personOf(entry.resolved_by, entry.resolved_by_name)}>
                    {entry.resolved_at && <RelativeTime at={entry.resolved_at} />}
                  </By>
                ),
              },
            ]),
        ...(entry.verified_by_name === null
          ? []
          : [{ label: t('Verified by'), value: personOf(entry.verified_by, entry.verified_by_name) }]),
        { label: t('ID'), value: <CopyableId id={entry.id} isMono /> },
      ]}
    />
  )
}

const personOf = (id: string | null, name: string | null): ReactNode =>
  id === null || name === null ? name : <ConsoleUserLink id={id} name={name} />

const By = ({ person, children }: { person: ReactNode; children: ReactNode }) => (
  <span>
    {children}
    {person !== null && <>, {person}</>}
  </span>
)

const Targets = ({ entry: { targets, location_id } }: { entry: LogEntryDetails }) =>
  targets.length === 0 ? (
    t('Whole location')
  ) : (
    <span className={classes.targets}>
      {targets.map(({ id, type, number }) => (
        <DeviceLink key={id} id={id} locationId={location_id} type={type} number={number} />
      ))}
    </span>
  )

/** The button that opened the form is gone, and its field is what comes next; on a phone its buttons would be below the edge. */
function focusText(form: HTMLElement | null): void {
  form?.querySelector('textarea')?.focus({ preventScroll: true })
  form?.scrollIntoView({ block: 'center' })
}

function Comments({ entry, isGone }: { entry: LogEntryDetails; isGone: boolean }) {
  const may = useCanCall(commentOnLogEntry)
  const { moment } = useFormat()
  const [isWriting, setWriting] = useState(false)
  if (entry.comments.length === 0 && (!may || isGone)) return null
  return (
    <section className={classes.section}>
      <h3>{t('Comments')}</h3>
      <ul className={classes.comments}>
        {entry.comments.map(({ id, text, created_by_name, created_at }) => (
          <li key={id}>
            <span>
              <strong>{created_by_name ?? '–'}</strong> {moment(created_at)}
            </span>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      {may && !isGone && isWriting && (
        <div ref={focusText}>
          <ContractForm
            route={commentOnLogEntry}
            params={{ ...refOf(entry) }}
            defaults={{ text: '' }}
            saveLabel={t('Add comment')}
            done={t('Comment added')}
            onDone={() => setWriting(false)}
            onCancel={() => setWriting(false)}
          >
            <TextAreaField name="text" label={t('Comment')} maxLength={1000} />
            <QuickText field="text" of="comments" />
          </ContractForm>
        </div>
      )}
      {may && !isGone && !isWriting && <Button onClick={() => setWriting(true)}>{t('Add comment')}</Button>}
    </section>
  )
}
