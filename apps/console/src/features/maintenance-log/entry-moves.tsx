import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { nextLogStatuses, reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { listLogEntries, moveLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { useQuery } from '@tanstack/react-query'
import { read, useWrite } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'
import { CommentChips } from '../../ui/dialogs/comment-chips.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { DurationField } from '../../ui/form/duration-field.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import { refOf } from './entry-address.ts'
import { entryName, moveWord } from './entry-labels.ts'

type Movable = Pick<
  LogEntry,
  'id' | 'number' | 'location_id' | 'status' | 'version' | 'resolved_by' | 'assignee_id' | 'type'
>

/** Why this person cannot make the move; the server asks the same. */
export const moveStopped = (entry: Movable, to: LogStatus, personId: string | null): string | undefined =>
  to === 'verified' && entry.resolved_by === personId ? t('Another person must verify what you resolved') : undefined

export interface Moves {
  /** Moves at once, or asks for the reason that the status needs. */
  move: (entry: Movable, to: LogStatus) => void
  isBusy: boolean
  /** The open question; null while there is none. */
  asked: { entry: Movable; to: LogStatus } | null
  close: () => void
}

export function useMoves(): Moves {
  const [asked, setAsked] = useState<Moves['asked']>(null)
  const write = useWrite(moveLogEntry)
  return {
    asked,
    close: () => setAsked(null),
    isBusy: write.isPending,
    move: (entry, to) => {
      if (reasonOfStatus[to] !== null) return setAsked({ entry, to })
      write.mutate({ params: refOf(entry), version: entry.version, body: { status: to } })
    },
  }
}

/** Asks for the reason, and for the time that the work took. */
export function MoveDialog({
  asked: { entry, to },
  onClose,
}: {
  asked: NonNullable<Moves['asked']>
  onClose: () => void
}) {
  const field = reasonOfStatus[to] ?? 'reason'
  const word = moveWord(entry, to)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('{{verb}} {{name}}', { verb: to === 'cancelled' ? t('Cancel') : word, name: entryName(entry) })}
      icon={statusStyles.maintenance[to].icon}
      size={480}
    >
      <ContractForm
        route={moveLogEntry}
        params={{ ...refOf(entry) }}
        version={entry.version}
        defaults={{ status: to, reason: '', resolution: '', add_minutes: 0 }}
        isNew
        hasDraft={false}
        saveLabel={word}
        cancelLabel={t('Keep as it is')}
        onDone={onClose}
        onCancel={onClose}
      >
        <TextAreaField
          name={field}
          label={field === 'reason' ? t('Reason') : t('Resolution reason')}
          maxLength={500}
          placeholder={to === 'blocked' ? t('What the work is waiting for') : undefined}
        />
        <LastReasons field={field} type={entry.type} />
        {to === 'resolved' && (
          <DurationField
            name="add_minutes"
            label={t('Time spent')}
            units={['h', 'min']}
            help={t('Added to the time already logged.')}
          />
        )}
      </ContractForm>
    </Dialog>
  )
}

const lookedThrough = 100

/** What was written lately, for work of this type first: one tap instead of typing with gloves. */
function LastReasons({ field, type }: { field: 'reason' | 'resolution'; type: LogEntry['type'] }) {
  const form = useForm()
  const query = { state: 'all', sort: 'status_at', order: 'desc', limit: lookedThrough } as const
  const { data } = useQuery(read(listLogEntries, { query }, { isQuiet: true }))
  const isOther = (entry: LogEntry): number => Number(entry.type !== type)
  const lately = (data?.items ?? []).toSorted((a, b) => isOther(a) - isOther(b))
  const last = [...new Set(lately.map((entry) => entry[field]).filter((text) => text !== ''))]
  return <CommentChips comments={last} onPick={(text) => form.set({ [field]: text })} />
}

interface EntryMovesProps {
  entry: Movable
  moves: Moves
  /** On a phone the menu holds it, where the row of buttons has no room. */
  onEdit: (() => void) | undefined
}

/** The likeliest next step as a button, the others in a menu. */
export function EntryMoves({ entry, moves, onEdit }: EntryMovesProps) {
  const may = useCanCall(moveLogEntry)
  const me = useUser(({ subId }) => subId)
  const next = nextLogStatuses[entry.status]
  if (!may || next.length === 0) return null
  const likely = likelyNext(entry.status, moveStopped(entry, 'verified', me) === undefined)
  const others = next.filter((status) => status !== likely)
  return (
    <>
      <Button
        // Opening a resolved entry again is not the usual next step.
        variant={entry.status === 'resolved' && likely !== 'verified' ? 'default' : 'filled'}
        loading={moves.isBusy}
        onClick={() => moves.move(entry, likely)}
      >
        {moveWord(entry, likely)}
      </Button>
      {others.length > 0 && (
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t('Status')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((to) => {
              const stopped = moveStopped(entry, to, me)
              return (
                <Menu.Item
                  key={to}
                  disabled={stopped !== undefined}
                  leftSection={<StatusGlyph of="maintenance" value={to} />}
                  onClick={() => moves.move(entry, to)}
                >
                  {stopped ?? moveWord(entry, to)}
                </Menu.Item>
              )
            })}
            {onEdit && (
              <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
                {t('Edit')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

function likelyNext(status: LogStatus, mayVerify: boolean): LogStatus {
  if (status === 'in_progress') return 'resolved'
  if (status === 'resolved' && mayVerify) return 'verified'
  return 'in_progress'
}
